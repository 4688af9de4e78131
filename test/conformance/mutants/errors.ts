/** Mutants of errors, versions and the wire format (Spec §2.6, §7, §9). */

import { onRequest, onResponse } from '../service/changes.ts';
import { json } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { reject } from '../service/reject.ts';
import { codeIn, type Mutant, onFailure, otherCode, otherStatus, replacing, respond } from './changes.ts';

export const errorMutants: readonly Mutant[] = [
	[
		'200 for an unknown city',
		['getLoc.unknown'],
		onResponse((response, request) => {
			if (operationOf(request) === 'getLoc') response.status = 200;
		}),
	],
	['409 for a bad token', ['wishEvent.bad-token'], otherStatus(103, 409)],
	['405 for an unknown path', ['uri.unknown', 'error.status'], otherStatus(107, 405)],
	[
		'request without the method',
		['error.request'],
		onFailure('any', (error) => {
			error.request = String(error.request).split(' ')[1];
		}),
	],
	['an unknown code', ['error.known-code', 'uri.unknown'], otherCode(107, 1001, 'uri_not_found')],
	['a different name for a code', ['error.msg'], otherCode(102, 102, 'token_missing')],
	[
		'an error page in HTML',
		['error.json', 'getEvent.unknown'],
		onFailure('any', (_error, response) => {
			response.body = Buffer.from('<h1>Bad Request</h1>');
		}),
	],
	[
		'113 without the name of the parameter',
		['token.missing.code', 'authorize.missing.client_id'],
		otherCode(113, 113, 'required_parameter_is_missing'),
	],
	[
		'103 for a read that needs a token',
		['reads.without-token'],
		respond((request) => request.token === undefined && operationOf(request) === 'listLocs', reject(103)),
	],
	[
		'writes are accepted without a token',
		['joinEvent.without-token', 'unwishEvent.without-token'],
		replacing((response) => codeIn(response) === 102, json(202, {})),
	],
	[
		'the data API also exists without /v2',
		['version.prefix'],
		onRequest((request) => {
			if (request.path[0] === 'event') request.path.unshift('v2');
		}),
	],
];
