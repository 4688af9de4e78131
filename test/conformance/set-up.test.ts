import { describe, expect, it } from 'vitest';
import { CannotRun } from '../../src/conformance/call.ts';
import type { ConformanceOptions } from '../../src/conformance/run.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { application, shareService, unchanged } from './share-service.ts';

const { sandbox, check } = shareService();

/** The message of a run that stops before its checks; null if it runs. */
const reasonOf = (options: Partial<ConformanceOptions>): Promise<string | null> =>
	check(unchanged, { only: ['reads.without-token'], ...options }).then(
		() => null,
		(error: unknown) => {
			if (error instanceof CannotRun) return error.message;
			throw error;
		},
	);

describe('a wrong setup stops the conformance check, with the remedy', () => {
	it('for an unknown token', async () => {
		const reason = await reasonOf({ token: 'garbage-of-some-length' });
		expect(reason).toMatch(/^--token: the service rejects it .*103.*: pass the access token/);
		expect(reason).not.toContain('garbage-of-some-length');
	});

	it('for an expired token that cannot be refreshed', async () => {
		const { access_token, refresh_token } = await sandbox().issue();
		await sandbox().advance(8 * 86_400);
		const expired = { token: access_token, refreshToken: refresh_token };
		expect(await reasonOf(expired)).toMatch(/^--token: .*106/);
		expect(await reasonOf({ ...expired, application, write: true })).toBeNull();
	});

	it('for an unknown token and an unknown refresh token', async () => {
		const pair = { token: 'garbage-of-some-length', refreshToken: 'garbage-of-the-same-kind' };
		const reason = await reasonOf({ ...pair, application, write: true, only: ['token.expired'] });
		expect(reason).toMatch(/^--token, --refresh-token: the service knows neither .*103.*119.*: pass both/);
	});

	it('for a base URL that ends with /v2', async () => {
		const { origin } = sandbox();
		expect(await reasonOf({ baseUrl: `${origin}/v2` })).toMatch(
			/^--base-url ends in \/v2, .*: pass \{base_url\} without it/,
		);
	});

	it('for an authorization URL that ends with the path of an endpoint', async () => {
		const { origin } = sandbox();
		for (const ends of ['/service/auth2', '/service/auth2/token'])
			expect(await reasonOf({ authUrl: `${origin}${ends}` })).toMatch(
				`--auth-url ends in ${ends}, which is part of its endpoints' paths: pass {auth_url} without it`,
			);
	});

	it('for a city that the service does not have', async () => {
		expect(await reasonOf({ locId: 'nowhere' })).toMatch(
			/^--loc: the service lists no events for nowhere .*107.*: pass the id of a city in its list/,
		);
		expect(await reasonOf({ locId: '108288' })).toBeNull();
	});

	it('for a code that was already used, or never issued', async () => {
		const reason = await reasonOf({
			application,
			code: 'a-code-that-nobody-issued',
			only: ['token.exchange'],
		});
		expect(reason).toMatch(/^--code: the service rejects it .*118.*: pass an unused code/);
		expect(reason).not.toContain('a-code-that-nobody-issued');
	});

	it('for a read-only token together with --write', async () => {
		const { access_token } = await sandbox().issue('1001', 'event_basic_r');
		expect(await reasonOf({ token: access_token })).toBeNull();
		expect(await reasonOf({ token: access_token, write: true })).toMatch(
			/^--write: the token may not write .*108.*event_basic_w/,
		);
	});

	it('for a secret or a callback URL that does not belong to the application', async () => {
		const wrong = { ...application, clientSecret: 'not-the-secret-at-all' };
		const reason = await reasonOf({ application: wrong });
		expect(reason).toMatch(/^--client-id, --client-secret, --redirect-uri: .*116/);
		expect(reason).not.toContain('not-the-secret-at-all');
	});

	it('for plain HTTP when the service requires https', async () => {
		const { origin } = await startTestSandbox({ requireHttps: true });
		expect(await reasonOf({ baseUrl: origin, authUrl: origin })).toMatch(
			/requires https for this \(100\): pass an https URL/,
		);
	});
});
