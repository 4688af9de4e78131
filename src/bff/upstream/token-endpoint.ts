/** Requests tokens from the token endpoint (Spec §4.1), for a code or a refresh token. */
import { readErrorBody } from '../../contract/event/error-body.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { readTokens, type Tokens } from '../../contract/event/token.ts';
import { pagePatterns } from '../../contract/paths.ts';
import { errorName } from '../../contract/spec/errors.ts';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import { parseShortJson, type RequestInit, type Transport } from './transport.ts';

/** Parameters of a token request (Spec §3, §4.1). */
export type Grant =
	| { grant_type: 'authorization_code'; code: string; code_verifier?: string }
	| { grant_type: 'refresh_token'; refresh_token: string };

export interface TokenError {
	status: number;
	error: ErrorBody;
}

export async function requestTokens(
	settings: Omit<BffSettings, 'webDir'>,
	send: (url: string, init: RequestInit) => ReturnType<Transport['send']>,
	grant: Grant,
): Promise<{ tokens: Tokens } | TokenError> {
	const parameters = new URLSearchParams({
		client_id: settings.clientId,
		client_secret: settings.clientSecret,
		redirect_uri: `${settings.publicUrl}${pagePatterns.callback}`,
		...grant,
	}).toString();
	const url = `${settings.eventsAuthUrl}${authorizationPaths.token}`;
	const headers = { accept: 'application/json' };
	const response =
		settings.tokenParams === 'query'
			? await send(`${url}?${parameters}`, { method: 'POST', headers })
			: await send(url, {
					method: 'POST',
					headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
					body: parameters,
				});
	const { status } = response;
	// A gateway has sent these statuses, so the code or refresh token is probably still unused.
	if (status >= 502 && status <= 504)
		throw new ProblemError('service_unreachable', `The token endpoint is not available (status ${status}).`);
	const succeeded = status >= 200 && status < 300;
	const body = parseShortJson(response.body, succeeded);
	let cause: unknown;
	try {
		if (succeeded) return { tokens: readTokens(body) };
	} catch (error) {
		if (!(error instanceof UnreadableError)) throw error;
		cause = error;
	}
	const code = status < 500 ? readErrorBody(body)?.code : undefined;
	// Don't pass on the service's texts: they may repeat the request's query, with client secret and refresh token.
	if (code !== undefined)
		return {
			status: Math.max(status, 400),
			error: { code, msg: errorName(code), request: `POST ${authorizationPaths.token}` },
		};
	throw new ProblemError(
		'service_invalid_response',
		`The token endpoint sent an unreadable response (status ${status}).`,
		{ cause },
	);
}
