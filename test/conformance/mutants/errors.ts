/** Mutants of the error model, of versions, and of the wire (Spec §2.6, §7, §9). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, type Body, failure, json, otherCode, otherStatus, paths } from './changes.ts';

export const errorMutants: readonly Mutant[] = [
	{
		name: '404 for a path that is not registered',
		caughtBy: ['uri.unknown', 'error.status'],
		response: otherStatus(107, 404),
	},
	{
		name: '200 for an unknown city',
		caughtBy: ['getLoc.unknown'],
		response: (response, request) => {
			if (at(request, paths.loc) && response.status === 400) response.status = 200;
		},
	},
	{ name: '401 for a missing token', caughtBy: ['joinEvent.without-token'], response: otherStatus(102, 401) },
	{ name: '401 for a bad token', caughtBy: ['wishEvent.bad-token'], response: otherStatus(103, 401) },
	{
		name: '405 for a wrong method',
		caughtBy: ['method.wrong', 'error.status'],
		response: otherStatus(101, 405),
	},
	{ name: '500 for a wrong secret', caughtBy: ['token.wrong-secret'], response: otherStatus(116, 500) },
	{
		name: 'an error body without request',
		caughtBy: ['error.request'],
		response: failure('any', (error) => {
			delete error.request;
		}),
	},
	{
		name: 'request without the method',
		caughtBy: ['error.request'],
		response: failure('any', (error) => {
			error.request = String(error.request).split(' ')[1];
		}),
	},
	{
		name: 'code as a string',
		caughtBy: ['error.code'],
		response: failure('any', (error) => {
			error.code = String(error.code);
		}),
	},
	{
		name: 'a code that the specification does not have',
		caughtBy: ['error.known-code', 'uri.unknown'],
		response: otherCode(107, 1001, 'uri_not_found'),
	},
	{
		name: 'another name for a code',
		caughtBy: ['error.msg'],
		response: failure(102, (error) => {
			error.msg = 'token_missing';
		}),
	},
	{
		name: 'an error page in HTML',
		caughtBy: ['error.json', 'getEvent.unknown'],
		response: failure('any', (_error, response) => {
			response.body = '<h1>Bad Request</h1>';
		}),
	},
	{
		name: '113 without the name of the parameter',
		caughtBy: ['token.missing.code', 'authorize.missing.client_id'],
		response: failure(113, (error) => {
			error.msg = 'required_parameter_is_missing';
		}),
	},
	{
		name: '102 and 103 swapped',
		caughtBy: ['leaveEvent.without-token', 'unwishEvent.bad-token'],
		response: (response) => {
			const error = response.body as Body;
			if (error.code === 102) Object.assign(error, { code: 103, msg: 'invalid_access_token' });
			else if (error.code === 103) Object.assign(error, { code: 102, msg: 'access_token_is_missing' });
		},
	},
	{
		name: '103 for a read that needs a token',
		caughtBy: ['reads.without-token'],
		request: (request) =>
			request.token === undefined && paths.locs.test(request.url.pathname)
				? json(400, { code: 103, msg: 'invalid_access_token', request: 'GET /v2/loc/list' })
				: undefined,
	},
	{
		name: '107 for a wrong method',
		caughtBy: ['method.wrong', 'token.get'],
		response: otherCode(101, 107, 'invalid_request_uri'),
	},
	{
		name: 'writes are accepted without a token',
		caughtBy: ['joinEvent.without-token', 'unwishEvent.without-token'],
		response: (response) => {
			if ((response.body as Body).code === 102) Object.assign(response, json(202, {}));
		},
	},
	{
		name: 'the data API exists without /v2 too',
		caughtBy: ['version.prefix'],
		request: ({ url }) => {
			if (url.pathname === '/event/list') url.pathname = '/v2/event/list';
			return undefined;
		},
	},
	{
		name: 'malformed JSON',
		caughtBy: ['listWishers.users'],
		response: (response, request) => {
			if (at(request, paths.wishers)) response.body = '{"users": [';
		},
	},
	{
		name: 'the connection is closed early',
		caughtBy: ['getEvent.response'],
		drops: (request) => at(request, paths.event),
	},
];
