/** Checks of the token endpoint (Spec §3.1, §4.1, §5): which requests fail, and with which code. */
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { type Check, leftOpen, notTried, showResponse } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { codeOf } from '../service.ts';
import { judgeBeforeGrant, missing, rejects, withApplication, without } from './authorization-requests.ts';
import {
	exchangeCode,
	grants,
	refreshTokens,
	sendWrong,
	tokenParameters,
	type WrongParameter,
} from './token-requests.ts';

/** What the tester may give so that the code or refresh token is right, and nothing else is wrong. */
const remedies = {
	authorization_code: 'give --code to try this by itself',
	refresh_token: 'give --write with the tokens of a sign-in that has expired to try this by itself',
} as const;

/**
 * A check that a token request with one wrong parameter fails. First the code or refresh token is an unknown one; a service
 * that looks at it before the parameter gets the tester's own.
 */
const rejectsWrong = (
	id: string,
	states: string,
	code: number,
	grant: keyof typeof grants,
	name: WrongParameter,
): Check =>
	withApplication(`token.${id}`, '5', states, async (service, application) => {
		const first = judgeBeforeGrant(await sendWrong(service, application, grant, name), code);
		if (!first.some(({ verdict }) => verdict === 'open')) return first;
		const isRefresh = grant === 'refresh_token';
		const mayRefresh = service.options.write;
		const tried = isRefresh ? mayRefresh && (await refreshTokens(service)) : await exchangeCode(service);
		const response = tried ? tried.wrong[name] : undefined;
		return response === undefined ? [...first, notTried(remedies[grant])] : judgeBeforeGrant(response, code);
	});

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
			judgeBeforeGrant(
				await service.token({
					client_id: 'no-such-application',
					client_secret: 'wrong',
					redirect_uri: 'https://client.example/callback',
					...grants.authorization_code,
				}),
				104,
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
	rejectsWrong(
		'wrong-secret',
		'a wrong client_secret fails with 116',
		116,
		'authorization_code',
		'client_secret',
	),
	rejectsWrong(
		'wrong-redirect-uri',
		'a redirect_uri that is not the registered one fails with 117',
		117,
		'authorization_code',
		'redirect_uri',
	),
	rejectsWrong(
		'refresh-wrong-secret',
		'a refresh with a wrong client_secret fails with 116',
		116,
		'refresh_token',
		'client_secret',
	),
	rejectsWrong(
		'refresh-wrong-redirect-uri',
		'a refresh with a redirect_uri that is not the registered one fails with 117',
		117,
		'refresh_token',
		'redirect_uri',
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
