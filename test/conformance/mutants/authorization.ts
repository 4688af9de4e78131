/** Mutants of the authorization and token endpoints (Spec §4.1, §5). */

import { insteadOf, onRequest, onResponse } from '../service/changes.ts';
import { json, type ServiceRequest } from '../service/messages.ts';
import { isAuthorize, isToken } from '../service/operation.ts';
import { codeIn, type Mutant, otherCode, respond, unissued } from './changes.ts';

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
