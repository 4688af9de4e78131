/** Checks of the token endpoint (Spec §3.1, §4.1, §5): which requests fail, and with which code. */
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { type Check, leftOpen, showResponse } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { codeOf } from '../service.ts';
import {
	grants,
	missing,
	rejects,
	tokenParameters,
	withApplication,
	without,
} from './authorization-requests.ts';

export const tokenEndpointChecks: readonly Check[] = [
	{
		id: 'token.get',
		section: '4.1',
		states: 'the token endpoint must be POST: GET fails with 101',
		run: async (service) => judgeCode(await service.authorization(authorizationPaths.token), [101]),
	},
	{
		id: 'token.unknown-client',
		section: '7',
		states: 'a token request of an application that does not exist fails with 104',
		run: async (service) =>
			judgeCode(
				await service.token({
					client_id: 'no-such-application',
					client_secret: 'wrong',
					redirect_uri: 'https://client.example/callback',
					...grants.authorization_code,
				}),
				[104],
			),
	},
	...missing(
		'token',
		['client_id', 'client_secret', 'redirect_uri', 'grant_type', 'code'],
		(application) => ({
			...tokenParameters(application),
			...grants.authorization_code,
		}),
	),
	...missing('token', ['refresh_token'], (application) => ({
		...tokenParameters(application),
		...grants.refresh_token,
	})),
	rejects('token', 'wrong-grant-type', '7', 'a wrong grant_type fails with 114', 114, (good) => ({
		...good,
		grant_type: 'no_such_grant',
	})),
	rejects('token', 'wrong-secret', '5', 'a wrong client_secret fails with 116', 116, (good) => ({
		...good,
		client_secret: 'not-the-secret',
	})),
	rejects(
		'token',
		'wrong-redirect-uri',
		'5',
		'a redirect_uri that is not the registered one fails with 117',
		117,
		(good) => ({
			...good,
			redirect_uri: 'https://elsewhere.example/callback',
		}),
	),
	rejects(
		'token',
		'unknown-code',
		'3.1',
		'an unknown authorization code fails with 118',
		118,
		(good) => good,
	),
	rejects(
		'token',
		'unknown-refresh-token',
		'3.1',
		'an unknown refresh token fails with 119',
		119,
		(good) => ({
			...without(good, 'code'),
			...grants.refresh_token,
		}),
	),
	withApplication(
		'token.form-body',
		'4.1',
		'whether parameters may be in a form body is left open',
		async (service, application) => {
			const body = new URLSearchParams({ ...tokenParameters(application), ...grants.authorization_code });
			const response = await service.authorization(authorizationPaths.token, { method: 'POST', body });
			return [leftOpen(codeOf(response) === 118 ? 'they may' : showResponse(response))];
		},
	),
];
