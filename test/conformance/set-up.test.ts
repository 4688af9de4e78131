import { describe, expect, it } from 'vitest';
import { CannotRun } from '../../src/conformance/call.ts';
import type { ConformanceOptions } from '../../src/conformance/run.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { respond } from './mutants/changes.ts';
import { reject } from './service/reject.ts';
import { application, shareService, unchanged, withVerdict } from './share-service.ts';

const { sandbox, check } = shareService();
const garbage = 'garbage-of-some-length';

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
	it.each<[string, () => Partial<ConformanceOptions>, RegExp]>([
		[
			'an unknown token',
			() => ({ token: garbage }),
			/^--token: the service rejects it .*103.*: pass the access token/,
		],
		[
			'an unknown token and an unknown refresh token',
			() => ({ token: garbage, refreshToken: garbage, application, write: true, only: ['token.expired'] }),
			/^--token, --refresh-token: the service knows neither .*103.*119.*: pass both/,
		],
		[
			'a code that was already used, or never issued',
			() => ({ application, code: garbage, only: ['token.exchange'] }),
			/^--code: the service rejects it .*118.*: pass an unused code/,
		],
		[
			'a secret or a callback URL that does not belong to the application',
			() => ({ application: { ...application, clientSecret: garbage } }),
			/^--client-id, --client-secret, --redirect-uri: .*116/,
		],
		[
			'a base URL that ends with /v2',
			() => ({ baseUrl: `${sandbox().origin}/v2` }),
			/^--base-url ends in \/v2, .*: pass \{base_url\} without it/,
		],
		...['/service/auth2', '/service/auth2/token'].map((ends): [string, () => object, RegExp] => [
			`an authorization URL that ends with ${ends}`,
			() => ({ authUrl: sandbox().origin + ends }),
			new RegExp(`--auth-url ends in ${ends}, .* endpoints' paths: pass \\{auth_url\\} without it`),
		]),
		[
			'a city that the service does not have',
			() => ({ locId: 'nowhere' }),
			/^--loc: the service lists no events for nowhere .*107.*: pass the id of a city in its list/,
		],
	])('for %s', async (_what, options, reason) => {
		const text = await reasonOf(options());
		expect(text).toMatch(reason);
		expect(text).not.toContain(garbage);
	});

	it('for an expired token that cannot be refreshed', async () => {
		const { access_token, refresh_token } = await sandbox().issue();
		await sandbox().advance(8 * 86_400);
		const expired = { token: access_token, refreshToken: refresh_token };
		expect(await reasonOf(expired)).toMatch(/^--token: .*106/);
		expect(await reasonOf({ ...expired, application, write: true })).toBeNull();
	});

	it('but not for a service that rejects the tokens that it has just issued', async () => {
		const rejectsTokens = respond(({ token }) => token !== undefined, reject(103));
		const only = ['token.exchange', 'token.expired'];
		const options = { application, code: await sandbox().code(), write: true, only };
		expect(withVerdict(await check(rejectsTokens, options), 'differs')).toEqual(['token.expired']);
	});

	it('but not for a refresh token besides a code: a note says that it was not used', async () => {
		const report = await check(unchanged, { application, code: garbage, refreshToken: garbage, only: [] });
		expect(report.notes).toEqual([expect.stringMatching(/^--refresh-token was not used, since .*--code/)]);
	});

	it('for a read-only token together with --write', async () => {
		const { access_token } = await sandbox().issue('1001', 'event_basic_r');
		expect(await reasonOf({ token: access_token })).toBeNull();
		expect(await reasonOf({ token: access_token, write: true })).toMatch(
			/^--write: the token may not write .*108.*event_basic_w/,
		);
	});

	it('for plain HTTP when the service requires https', async () => {
		const { origin } = await startTestSandbox({ requireHttps: true });
		expect(await reasonOf({ baseUrl: origin, authUrl: origin })).toMatch(
			/requires https for this \(100\): pass an https URL/,
		);
	});
});
