/** passport-oauth2, the strategy that most sign-ins of Node servers are made of. */
import OAuth2Strategy from 'passport-oauth2';
import { describe, expect, it } from 'vitest';
import { levels } from '../../../src/contract/spec/access.ts';
import { consentAt } from '../consent.ts';
import { demo, redirectUri, startTestSandbox, type TestSandbox } from '../start-sandbox.ts';

describe('passport-oauth2', () => {
	/** Runs the strategy for one request, as passport does. */
	const authenticate = (strategy: OAuth2Strategy, query: Record<string, string>) =>
		new Promise<{ redirect?: string; user?: unknown; error?: Error }>((resolve) => {
			const running = Object.assign(Object.create(strategy) as OAuth2Strategy, {
				redirect: (redirect: string) => resolve({ redirect }),
				success: (user: unknown) => resolve({ user }),
				fail: (challenge: unknown) => resolve({ error: new Error(String(challenge)) }),
				error: (error: Error) => resolve({ error }),
			});
			running.authenticate({ query, session: {}, headers: {} } as never, {});
		});
	const strategyFor = ({ origin }: TestSandbox) =>
		new OAuth2Strategy(
			{
				authorizationURL: `${origin}/service/auth2/auth`,
				tokenURL: `${origin}/service/auth2/token`,
				clientID: demo.client_id,
				clientSecret: demo.client_secret,
				callbackURL: redirectUri,
				scope: ['event_basic_r', 'event_basic_w'],
				scopeSeparator: ',',
			},
			(
				accessToken: string,
				refreshToken: string,
				params: { service_user_id: string },
				_profile: unknown,
				done: (error: null, user: object) => void,
			) => done(null, { accessToken, refreshToken, id: params.service_user_id }),
		);

	it('completes code and refresh, and sees 118, 124 and 119 as errors', async () => {
		const sandbox = await startTestSandbox();
		const strategy = strategyFor(sandbox);
		const { redirect = '' } = await authenticate(strategy, {});
		const code =
			(await consentAt(sandbox.origin, new URL(redirect).search.slice(1))).searchParams.get('code') ?? '';
		const { user } = await authenticate(strategy, { code });
		expect(user).toEqual({ accessToken: expect.any(String), refreshToken: expect.any(String), id: '1001' });
		const { refreshToken } = user as { refreshToken: string };
		const client = (strategy as unknown as { _oauth2: { getOAuthAccessToken: (...args: unknown[]) => void } })
			._oauth2;
		const refresh = () =>
			new Promise<string>((resolve) =>
				client.getOAuthAccessToken(
					refreshToken,
					{ grant_type: 'refresh_token', redirect_uri: redirectUri },
					(error: { data: string } | null, token: string) => resolve(error === null ? token : error.data),
				),
			);
		expect(await refresh()).toContain('"code":124');
		await sandbox.advance(levels.L1.accessTokenSeconds + 1);
		expect(await refresh()).not.toContain('code');
		expect(await refresh()).toContain('"code":119');
		const again = await authenticate(strategy, { code });
		expect(JSON.stringify((again.error as { oauthError?: unknown }).oauthError)).toContain('118');
	});
});
