/** Mutants of the authorization and token endpoints, of errors and of versions (Spec §2.6, §4.1, §5, §7, §9). */
import { insteadOf, onRequest, onResponse } from '../service/changes.ts';
import { json, type ServiceRequest } from '../service/messages.ts';
import { isAuthorize, isToken, operationOf } from '../service/operation.ts';
import { reject } from '../service/reject.ts';
import {
	codeIn,
	type Mutant,
	onFailure,
	otherCode,
	otherStatus,
	replacing,
	respond,
	unissued,
} from './changes.ts';

/** Changes requests to the authorization endpoint before the service receives them. */
const onAuthorize = (change: (request: ServiceRequest) => void) =>
	onRequest((request) => {
		if (isAuthorize(request)) change(request);
	});

/** Redirects browsers to the callback URL instead of showing an error page. */
const redirectOf = (request: ServiceRequest, parameters: string) => ({
	status: 302,
	headers: [['Location', `${request.query.get('redirect_uri')}?${parameters}`] as [string, string]],
	body: Buffer.alloc(0),
});

export const authorizationMutants: readonly Mutant[] = [
	[
		'the token endpoint accepts GET',
		['token.get'],
		onRequest((request) => {
			if (isToken(request)) request.method = 'POST';
		}),
	],
	[
		'the authorization endpoint accepts POST',
		['authorize.post'],
		onAuthorize((request) => {
			request.method = 'GET';
		}),
	],
	['the consent page fails', ['authorize.page'], onAuthorize(({ query }) => query.delete('client_id'))],
	[
		'the consent page is JSON',
		['authorize.page'],
		insteadOf((response, request) =>
			isAuthorize(request) && response.status === 200 ? json(200, { ok: true }) : undefined,
		),
	],
	['any code is accepted', ['token.unknown-code'], respond(({ query }) => query.has('code'), unissued)],
	[
		'a code goes to any redirect_uri',
		['authorize.wrong-redirect-uri', 'authorize.longer-redirect-uri'],
		insteadOf((response, request) =>
			isAuthorize(request) && codeIn(response) === 117 ? redirectOf(request, 'code=stolen') : undefined,
		),
	],
	[
		'an unknown response_type counts as code',
		['authorize.wrong-response-type'],
		onAuthorize(({ query }) => query.has('response_type') && query.set('response_type', 'code')),
	],
	[
		'an error at the callback URL has no state',
		['authorize.wrong-scope'],
		insteadOf((response, request) =>
			isAuthorize(request) && codeIn(response) === 125
				? redirectOf(request, 'error=invalid_scope')
				: undefined,
		),
	],
	[
		'scopes are accepted only with spaces',
		['authorize.scopes'],
		onAuthorize(({ query }) => {
			const scope = query.get('scope') ?? '';
			if (/[, ]/.test(scope)) query.set('scope', scope.includes(',') ? 'none' : scope.replace(' ', ','));
		}),
	],
	[
		'response_type=token fails',
		['authorize.token-flow'],
		onAuthorize(({ query }) => {
			if (query.get('response_type') === 'token') query.set('response_type', 'none');
		}),
	],
	['refreshes get 118', ['token.unknown-refresh-token'], otherCode(119, 118, 'invalid_authorization_code')],
	[
		'RFC 6749 errors at the token endpoint',
		['token.unknown-code', 'token.unknown-client', 'error.code'],
		onResponse((response, request) => {
			if (isToken(request) && response.status === 400) response.body = { error: 'invalid_grant' };
		}),
	],
];

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
