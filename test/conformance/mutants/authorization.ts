/** Mutants of the authorization and token endpoints (Spec §4.1, §5). */
import type { Mutant } from '../mutating-proxy.ts';
import { type Body, ignoring, json, otherCode, paths, tokens } from './changes.ts';

export const authorizationMutants: readonly Mutant[] = [
	{
		name: 'the token endpoint accepts GET',
		caughtBy: ['token.get'],
		request: (request) => {
			if (paths.token.test(request.url.pathname)) request.method = 'POST';
			return undefined;
		},
	},
	{
		name: 'the authorization endpoint accepts POST',
		caughtBy: ['authorize.post'],
		request: (request) => {
			if (paths.authorize.test(request.url.pathname)) request.method = 'GET';
			return undefined;
		},
	},
	{
		name: 'the consent page fails',
		caughtBy: ['authorize.page'],
		request: ignoring(paths.authorize, 'client_id'),
	},
	{
		name: 'any code is accepted',
		caughtBy: ['token.unknown-code'],
		request: (request) => (request.url.searchParams.has('code') ? json(200, tokens) : undefined),
	},
	{
		name: 'a redirect_uri that only begins like the registered one is accepted',
		caughtBy: ['authorize.longer-redirect-uri'],
		request: ({ url }) => {
			const uri = url.searchParams.get('redirect_uri');
			if (uri?.startsWith('http://localhost:3000/callback/') === true)
				url.searchParams.set('redirect_uri', 'http://localhost:3000/callback');
			return undefined;
		},
	},
	{
		name: 'an unknown response_type counts as code',
		caughtBy: ['authorize.wrong-response-type'],
		request: ({ url }) => {
			if (url.searchParams.has('response_type')) url.searchParams.set('response_type', 'code');
			return undefined;
		},
	},
	{
		name: 'an unknown scope is ignored',
		caughtBy: ['authorize.wrong-scope'],
		request: ignoring(paths.authorize, 'scope'),
	},
	{
		name: 'an error at the callback URL has no state',
		caughtBy: ['authorize.state', 'authorize.wrong-scope'],
		response: (response, request) => {
			const { code } = response.body as Body;
			if (!paths.authorize.test(request.url.pathname) || code !== 125) return;
			const callback = request.url.searchParams.get('redirect_uri');
			Object.assign(response, {
				status: 302,
				headers: [['Location', `${callback}?error=invalid_scope`]],
				body: '',
			});
		},
	},
	{
		name: 'scopes are accepted only with spaces',
		caughtBy: ['authorize.scopes'],
		request: ({ url }) => {
			const scope = url.searchParams.get('scope') ?? '';
			if (paths.authorize.test(url.pathname) && /[, ]/.test(scope))
				url.searchParams.set('scope', scope.includes(',') ? 'none' : scope.replace(' ', ','));
			return undefined;
		},
	},
	{
		name: 'response_type=token fails',
		caughtBy: ['authorize.token-flow'],
		request: ({ url }) => {
			if (url.searchParams.get('response_type') === 'token') url.searchParams.set('response_type', 'none');
			return undefined;
		},
	},
	{
		name: '118 for a refresh token',
		caughtBy: ['token.unknown-refresh-token'],
		response: otherCode(119, 118, 'invalid_authorization_code'),
	},
	{
		name: '999 for a wrong grant_type',
		caughtBy: ['token.wrong-grant-type'],
		response: otherCode(114, 999, 'unknown'),
	},
	{
		name: 'RFC 6749 errors at the token endpoint',
		caughtBy: ['token.unknown-code', 'token.unknown-client', 'error.code'],
		response: (response, request) => {
			if (paths.token.test(request.url.pathname) && response.status === 400)
				response.body = { error: 'invalid_grant' };
		},
	},
];
