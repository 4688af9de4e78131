/** Mutants of a token request that succeeds: catching them needs a fresh code, or expired tokens (Spec §2.5, §3.1). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, type Body, issued, json, otherCode, paths, tokenParameter, tokens } from './changes.ts';

const secret = 'daybill-demo-secret';
const callback = 'http://localhost:3000/callback';

export const grantMutants: readonly (Mutant & { readonly by: 'code' | 'expired tokens' })[] = [
	{
		name: 'a token response without refresh_token',
		by: 'code',
		caughtBy: ['token.exchange'],
		response: issued((body) => {
			delete body.refresh_token;
		}),
	},
	{
		name: 'expires_in as a string',
		by: 'code',
		caughtBy: ['token.exchange'],
		response: issued((body) => {
			body.expires_in = '604800';
		}),
	},
	{
		name: 'a lifetime of an hour, which no level has in any unit',
		by: 'code',
		caughtBy: ['token.expires-in'],
		response: issued((body) => {
			body.expires_in = 3_600;
		}),
	},
	{
		name: 'a lifetime of 8 days',
		by: 'code',
		caughtBy: ['token.expires-in'],
		response: issued((body) => {
			body.expires_in = 8 * 86_400;
		}),
	},
	{
		name: 'a code that works twice',
		by: 'code',
		caughtBy: ['token.code-once'],
		response: (response, request) => {
			const isKnown = request.url.searchParams.get('code') !== 'no-such-code';
			if (at(request, paths.token, 'POST') && isKnown && response.status === 400)
				Object.assign(response, json(200, tokens));
		},
	},
	{
		name: 'any secret is accepted',
		by: 'code',
		caughtBy: ['token.wrong-secret'],
		request: tokenParameter('authorization_code', 'client_secret', secret),
	},
	{
		name: 'the token endpoint ignores redirect_uri',
		by: 'code',
		caughtBy: ['token.wrong-redirect-uri'],
		request: tokenParameter('authorization_code', 'redirect_uri', callback),
	},
	{
		name: 'an expired access token is accepted',
		by: 'expired tokens',
		caughtBy: ['token.refresh-early'],
		response: (response) => {
			if ((response.body as Body).code === 106) Object.assign(response, json(200, {}));
		},
	},
	{
		name: '103 for an expired token',
		by: 'expired tokens',
		caughtBy: ['token.expired'],
		response: otherCode(106, 103, 'invalid_access_token'),
	},
	{
		name: 'a token response without service_user_id',
		by: 'expired tokens',
		caughtBy: ['token.refresh-late'],
		response: issued((body) => {
			delete body.service_user_id;
		}),
	},
	{
		name: 'a refresh that returns the refresh token that was used',
		by: 'expired tokens',
		caughtBy: ['token.refresh-late'],
		response: (response, request) =>
			issued((body) => {
				body.refresh_token = request.url.searchParams.get('refresh_token');
			})(response, request),
	},
	{
		name: 'a refresh whose tokens last an hour',
		by: 'expired tokens',
		caughtBy: ['token.refresh-expires-in'],
		response: issued((body) => {
			body.expires_in = 3_600;
		}),
	},
	{
		name: 'a refresh token that works twice',
		by: 'expired tokens',
		caughtBy: ['token.refresh-once'],
		response: (response, request) => {
			if (at(request, paths.token, 'POST') && response.status === 400)
				Object.assign(response, json(200, tokens));
		},
	},
	{
		name: 'the secret is not checked on refresh',
		by: 'expired tokens',
		caughtBy: ['token.refresh-wrong-secret'],
		request: tokenParameter('refresh_token', 'client_secret', secret),
	},
	{
		name: 'redirect_uri is not checked on refresh',
		by: 'expired tokens',
		caughtBy: ['token.refresh-wrong-redirect-uri'],
		request: tokenParameter('refresh_token', 'redirect_uri', callback),
	},
];
