/** Services that judge token requests in another order than the sandbox, or end tokens that were used twice (Spec §3.1). */
import { at, type Body, json, paths } from '../mutants/changes.ts';
import type { ProxiedRequest, ProxiedResponse } from '../mutating-proxy.ts';
import type { LawfulVariant } from './variants.ts';

const path = '/service/auth2/token';
const unknownCode = () =>
	json(400, { code: 118, msg: 'invalid_authorization_code', request: `POST ${path}` });
const unknownRefreshToken = () =>
	json(400, { code: 119, msg: 'invalid_refresh_token', request: `POST ${path}` });

/** Rejects a code and a refresh token that no service issued, whatever else is wrong with the request. */
const grantFirst = (request: ProxiedRequest): ProxiedResponse | undefined => {
	if (!at(request, paths.token, 'POST')) return undefined;
	const { searchParams } = request.url;
	const grant = searchParams.get('grant_type');
	if (grant === 'authorization_code' && searchParams.get('code') === 'no-such-code') return unknownCode();
	const isUnknown = grant === 'refresh_token' && searchParams.get('refresh_token') === 'no-such-token';
	return isUnknown ? unknownRefreshToken() : undefined;
};

/** A code or refresh token that the service issued; undefined where a request has none. */
const issuedGrant = ({ url: { searchParams } }: Readonly<ProxiedRequest>): string | undefined =>
	['code', 'refresh_token']
		.flatMap((name) => searchParams.get(name) ?? [])
		.find((value) => !value.startsWith('no-such-'));

interface GrantVariant extends LawfulVariant {
	/** Verdicts with a code, by check. */
	readonly withCode: Readonly<Record<string, string>>;
	/** Verdicts with expired tokens, by check. */
	readonly withExpiredTokens: Readonly<Record<string, string>>;
}

/** Each call makes a service with a memory of its own. */
export const grantVariants: readonly (() => GrantVariant)[] = [
	() => ({
		name: 'the code or refresh token is judged before the secret and redirect_uri',
		request: grantFirst,
		withCode: { 'token.wrong-secret': 'conforms', 'token.wrong-redirect-uri': 'conforms' },
		withExpiredTokens: {
			'token.refresh-wrong-secret': 'conforms',
			'token.refresh-wrong-redirect-uri': 'conforms',
			'token.refresh-late': 'conforms',
		},
	}),
	() => {
		const ended = new Set<string>();
		return {
			name: 'a code or refresh token ends with the first request that is rejected',
			request: (request) => {
				if (!ended.has(issuedGrant(request) ?? '')) return grantFirst(request);
				return request.url.searchParams.has('code') ? unknownCode() : unknownRefreshToken();
			},
			response: (response, request) => {
				const grant = issuedGrant(request);
				if (grant !== undefined && response.status === 400) ended.add(grant);
			},
			withCode: { 'token.wrong-secret': 'conforms', 'token.exchange': 'not tried' },
			withExpiredTokens: { 'token.refresh-wrong-secret': 'conforms', 'token.refresh-late': 'not tried' },
		};
	},
	() => {
		let isEnded = false;
		return {
			name: 'a refresh token that is used twice ends every token',
			request: (request) =>
				isEnded && request.token !== undefined
					? json(400, {
							code: 103,
							msg: 'invalid_access_token',
							request: `${request.method} ${request.url.pathname}`,
						})
					: undefined,
			response: (response, request) => {
				const isReplay = request.url.searchParams.get('refresh_token') !== 'no-such-token';
				if (at(request, paths.token, 'POST') && isReplay && (response.body as Body).code === 119)
					isEnded = true;
			},
			withCode: { 'token.code-once': 'conforms' },
			withExpiredTokens: {
				'token.refresh-late': 'conforms',
				'token.refresh-once': 'conforms',
				'token.read': 'conforms',
			},
		};
	},
];
