/** openid-client, the certified client for Node. */
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { levels } from '../../../src/contract/spec/access.ts';
import { consentAt } from '../consent.ts';
import { demo, redirectUri, startTestSandbox } from '../start-sandbox.ts';
import { fetchWithTokenType } from './token-type.ts';

const scope = 'event_basic_r,event_basic_w';

describe('openid-client', () => {
	it('completes code and refresh with a shim that adds the token type, and sees 118, 124 and 119 as errors', async () => {
		const sandbox = await startTestSandbox();
		const { origin } = sandbox;
		const config = new openid.Configuration(
			{
				issuer: origin,
				authorization_endpoint: `${origin}/service/auth2/auth`,
				token_endpoint: `${origin}/service/auth2/token`,
			},
			demo.client_id,
			{ client_secret: demo.client_secret },
			openid.ClientSecretPost(demo.client_secret),
		);
		openid.allowInsecureRequests(config);
		config[openid.customFetch] = (url, options) => fetchWithTokenType(url, options as RequestInit);
		const state = openid.randomState();
		const address = openid.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope, state });
		const callback = await consentAt(origin, address.search.slice(1));
		const exchange = () => openid.authorizationCodeGrant(config, callback, { expectedState: state });
		const tokens = await exchange();
		expect(tokens).toMatchObject({ access_token: expect.any(String), service_user_id: '1001' });

		const codeOf = async (call: Promise<unknown>) => {
			const error = await call.then(
				() => undefined,
				(reason: { code: string; cause: Response }) => reason,
			);
			expect(error?.code).toBe('OAUTH_RESPONSE_IS_NOT_CONFORM');
			const body = (await error?.cause.json()) as { code: number } | undefined;
			return body?.code;
		};
		expect(await codeOf(exchange())).toBe(118);
		const second = await openid.authorizationCodeGrant(
			config,
			await consentAt(origin, address.search.slice(1)),
			{ expectedState: state },
		);
		const refresh = () =>
			openid.refreshTokenGrant(config, second.refresh_token ?? '', { redirect_uri: redirectUri });
		expect(await codeOf(refresh())).toBe(124);
		await sandbox.advance(levels.L1.accessTokenSeconds + 1);
		expect((await refresh()).access_token).not.toBe(second.access_token);
		expect(await codeOf(refresh())).toBe(119);
	});
});
