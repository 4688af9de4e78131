/** Mutants of the error model, of versions, and of the wire (Spec §2.6, §7, §9). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, type Body, failure, json, otherCode, otherStatus, paths } from './changes.ts';

export const errorMutants: readonly Mutant[] = [
	{
		name: '404 for an unknown event',
		caughtBy: ['getEvent.unknown', 'error.status'],
		answer: otherStatus(107, 404),
	},
	{
		name: '200 for an unknown city',
		caughtBy: ['getLoc.unknown'],
		answer: (answer, request) => {
			if (at(request, paths.loc) && answer.status === 400) answer.status = 200;
		},
	},
	{ name: '401 for a missing token', caughtBy: ['joinEvent.without-token'], answer: otherStatus(102, 401) },
	{ name: '401 for a bad token', caughtBy: ['wishEvent.bad-token'], answer: otherStatus(103, 401) },
	{
		name: '405 for a wrong method',
		caughtBy: ['method.wrong', 'error.status'],
		answer: otherStatus(101, 405),
	},
	{ name: '500 for a wrong secret', caughtBy: ['token.wrong-secret'], answer: otherStatus(116, 500) },
	{
		name: 'an error body without request',
		caughtBy: ['error.request'],
		answer: failure('any', (error) => {
			delete error.request;
		}),
	},
	{
		name: 'request without the method',
		caughtBy: ['error.request'],
		answer: failure('any', (error) => {
			error.request = String(error.request).split(' ')[1];
		}),
	},
	{
		name: 'code as a string',
		caughtBy: ['error.code'],
		answer: failure('any', (error) => {
			error.code = String(error.code);
		}),
	},
	{
		name: 'a code that the specification does not have',
		caughtBy: ['error.known-code', 'uri.unknown'],
		answer: otherCode(107, 1001, 'uri_not_found'),
	},
	{
		name: 'another name for a code',
		caughtBy: ['error.msg'],
		answer: failure(102, (error) => {
			error.msg = 'token_missing';
		}),
	},
	{
		name: 'an error page in HTML',
		caughtBy: ['error.json', 'getEvent.unknown'],
		answer: failure('any', (_error, answer) => {
			answer.body = '<h1>Bad Request</h1>';
		}),
	},
	{
		name: '113 without the name of the parameter',
		caughtBy: ['token.missing.code', 'authorize.missing.client_id'],
		answer: failure(113, (error) => {
			error.msg = 'required_parameter_is_missing';
		}),
	},
	{
		name: '102 and 103 swapped',
		caughtBy: ['leaveEvent.without-token', 'unwishEvent.bad-token'],
		answer: (answer) => {
			const error = answer.body as Body;
			if (error.code === 102) Object.assign(error, { code: 103, msg: 'invalid_access_token' });
			else if (error.code === 103) Object.assign(error, { code: 102, msg: 'access_token_is_missing' });
		},
	},
	{
		name: '107 for a wrong method',
		caughtBy: ['method.wrong', 'token.get'],
		answer: otherCode(101, 107, 'invalid_request_uri'),
	},
	{
		name: 'writes go without a token',
		caughtBy: ['joinEvent.without-token', 'unwishEvent.without-token'],
		answer: (answer) => {
			if ((answer.body as Body).code === 102) Object.assign(answer, json(202, {}));
		},
	},
	{
		name: 'the data API answers without /v2',
		caughtBy: ['version.prefix'],
		request: ({ url }) => {
			if (url.pathname === '/event/list') url.pathname = '/v2/event/list';
			return undefined;
		},
	},
	{
		name: 'malformed JSON',
		caughtBy: ['listWishers.users'],
		answer: (answer, request) => {
			if (at(request, paths.wishers)) answer.body = '{"users": [';
		},
	},
	{
		name: 'the connection breaks off',
		caughtBy: ['getEvent.answer'],
		drops: (request) => at(request, paths.event),
	},
];
