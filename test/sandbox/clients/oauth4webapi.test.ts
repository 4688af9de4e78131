/** oauth4webapi, the strictest client: it follows the RFCs to the letter, and always sends a code challenge (PKCE). */
import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { levels } from '../../../src/contract/spec/access.ts';
import { consentAt } from '../consent.ts';
import {
	authorizationQuery,
	demo,
	redirectUri,
	startTestSandbox,
	type TestSandbox,
} from '../start-sandbox.ts';
import { fetchWithTokenType } from './token-type.ts';

const client: oauth.Client = { client_id: demo.client_id };
const authentication = oauth.ClientSecretPost(demo.client_secret);

const serverOf = ({ origin }: TestSandbox): oauth.AuthorizationServer => ({
	issuer: origin,
	authorization_endpoint: `${origin}/service/auth2/auth`,
	token_endpoint: `${origin}/service/auth2/token`,
});

const plain = { [oauth.allowInsecureRequests]: true };
const withTokenType = { ...plain, [oauth.customFetch]: fetchWithTokenType };

/** Goes through consent as its documentation says, up to the validated callback. */
async function authorize(sandbox: TestSandbox) {
	const server = serverOf(sandbox);
	const verifier = oauth.generateRandomCodeVerifier();
	const state = oauth.generateRandomState();
	const challenge = await oauth.calculatePKCECodeChallenge(verifier);
	const query = authorizationQuery({ state, code_challenge: challenge, code_challenge_method: 'S256' });
	const callback = await consentAt(sandbox.origin, query);
	const parameters = oauth.validateAuthResponse(server, client, callback, state);
	return (options: oauth.TokenEndpointRequestOptions) =>
		oauth.authorizationCodeGrantRequest(
			server,
			client,
			authentication,
			parameters,
			redirectUri,
			verifier,
			options,
		);
}

/** The code of Spec §7 in a response that this client does not take, since its error is not one of the RFC. */
async function codeOf(
	sandbox: TestSandbox,
	response: Response,
	process: typeof oauth.processRefreshTokenResponse,
): Promise<unknown> {
	const body = (await response.clone().json()) as { code: unknown };
	await expect(process(serverOf(sandbox), client, response)).rejects.toMatchObject({
		code: oauth.RESPONSE_IS_NOT_CONFORM,
	});
	return body.code;
}

describe('oauth4webapi', () => {
	it('completes code and refresh with token_type added, and 118, 124 and 119 are errors to it', async () => {
		const sandbox = await startTestSandbox();
		const exchange = await authorize(sandbox);
		const tokens = await oauth.processAuthorizationCodeResponse(
			serverOf(sandbox),
			client,
			await exchange(withTokenType),
		);
		expect(tokens).toMatchObject({
			access_token: expect.any(String),
			expires_in: levels.L1.accessTokenSeconds,
			service_user_id: '1001',
		});
		const refresh = () =>
			oauth.refreshTokenGrantRequest(serverOf(sandbox), client, authentication, tokens.refresh_token ?? '', {
				...withTokenType,
				additionalParameters: { redirect_uri: redirectUri },
			});
		expect(await codeOf(sandbox, await refresh(), oauth.processRefreshTokenResponse)).toBe(124);
		await sandbox.advance(levels.L1.accessTokenSeconds + 1);
		const next = await oauth.processRefreshTokenResponse(serverOf(sandbox), client, await refresh());
		expect(next.access_token).not.toBe(tokens.access_token);
		expect(await codeOf(sandbox, await refresh(), oauth.processRefreshTokenResponse)).toBe(119);
		const again = await exchange(withTokenType);
		expect(await codeOf(sandbox, again, oauth.processAuthorizationCodeResponse)).toBe(118);
	});

	it('takes no token response as the specification has it, without token_type', async () => {
		const sandbox = await startTestSandbox();
		const exchange = await authorize(sandbox);
		await expect(
			oauth.processAuthorizationCodeResponse(serverOf(sandbox), client, await exchange(plain)),
		).rejects.toMatchObject({ code: oauth.INVALID_RESPONSE });
	});

	it('calls the data API with the token', async () => {
		const sandbox = await startTestSandbox();
		const { access_token } = await sandbox.issue();
		const { id } = await sandbox.someEvent();
		const response = await oauth.protectedResourceRequest(
			access_token,
			'POST',
			new URL(`${sandbox.origin}/v2/event/${id}/wishers`),
			undefined,
			undefined,
			plain,
		);
		expect(response.status).toBe(202);
	});
});
