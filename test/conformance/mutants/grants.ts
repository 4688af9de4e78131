/** Mutants of a token request that succeeds: catching them needs a fresh code, or expired tokens (Spec §2.5). */
import type { Mutant } from '../mutating-proxy.ts';
import { at, type Body, json, paths, tokens } from './changes.ts';

export const grantMutants: readonly (Mutant & { readonly by: 'code' | 'expired tokens' })[] = [
	{
		name: 'a token response without refresh_token',
		by: 'code',
		caughtBy: ['token.exchange'],
		response: (response, request) => {
			if (at(request, paths.token, 'POST')) delete (response.body as Body).refresh_token;
		},
	},
	{
		name: 'expires_in as a string',
		by: 'code',
		caughtBy: ['token.exchange'],
		response: (response, request) => {
			if (at(request, paths.token, 'POST')) (response.body as Body).expires_in = '604800';
		},
	},
	{
		name: 'a token response without service_user_id',
		by: 'expired tokens',
		caughtBy: ['token.refresh-late'],
		response: (response, request) => {
			if (at(request, paths.token, 'POST')) delete (response.body as Body).service_user_id;
		},
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
];
