/**
 * Mutants: services with one planted violation each. A mutant names the checks that must report it, and only these run. One
 * sandbox and one proxy serve them all.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import type { Report } from '../../src/conformance/report.ts';
import { battery, type ConformanceOptions, runConformance } from '../../src/conformance/run.ts';
import { consentAt } from '../sandbox/consent.ts';
import { demo, redirectUri, shareTestSandbox } from '../sandbox/start-sandbox.ts';
import { authorizationMutants } from './mutants/authorization.ts';
import { errorMutants } from './mutants/errors.ts';
import { eventMutants } from './mutants/events.ts';
import { filterMutants } from './mutants/filters.ts';
import { grantMutants } from './mutants/grants.ts';
import { listMutants } from './mutants/lists.ts';
import { scopeMutants } from './mutants/scopes.ts';
import { tokenMutants } from './mutants/tokens.ts';
import { writingMutants } from './mutants/writes.ts';
import { type Mutant, shareMutatingProxy } from './mutating-proxy.ts';

const application = { clientId: demo.client_id, clientSecret: demo.client_secret, redirectUri };

const sandbox = shareTestSandbox();
const proxied = shareMutatingProxy(() => sandbox().origin);

/** Runs the checks that should report a mutant, or all of them. */
const check = (mutant: Partial<Mutant>, options: Partial<ConformanceOptions> = {}): Promise<Report> => {
	const origin = proxied(mutant);
	return runConformance({
		baseUrl: origin,
		authUrl: origin,
		application,
		transport: rawTransport,
		wait: async () => undefined,
		...(mutant.caughtBy === undefined ? {} : { only: mutant.caughtBy }),
		...options,
	});
};

const withVerdict = (report: Report, wanted: string) =>
	report.results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);

async function tokensToWrite(): Promise<Partial<ConformanceOptions>> {
	const { access_token, refresh_token, service_user_id } = await sandbox().issue();
	return { token: access_token, refreshToken: refresh_token, userId: service_user_id, write: true };
}

async function expiredTokens(): Promise<Partial<ConformanceOptions>> {
	const tokens = await tokensToWrite();
	await sandbox().advance(8 * 86_400);
	return { ...tokens, now: () => Date.now() + 8 * 86_400_000 };
}

async function withReadOnlyToken(): Promise<Partial<ConformanceOptions>> {
	const { access_token } = await sandbox().issue('1001', 'event_basic_r');
	return { ...(await tokensToWrite()), readOnlyToken: access_token };
}

async function freshCode(): Promise<Partial<ConformanceOptions>> {
	const query = new URLSearchParams({
		client_id: demo.client_id,
		redirect_uri: redirectUri,
		response_type: 'code',
		scope: 'event_basic_r,event_basic_w',
	});
	const callback = await consentAt(sandbox().origin, query.toString());
	return { code: callback.searchParams.get('code') ?? undefined, write: true };
}

/** What each group of mutants takes to be noticed. */
const groups: readonly [
	title: string,
	mutants: readonly Mutant[],
	options: () => Promise<Partial<ConformanceOptions>>,
][] = [
	[
		'without a token',
		[...eventMutants, ...listMutants, ...filterMutants, ...errorMutants, ...authorizationMutants],
		async () => ({}),
	],
	['with a token', tokenMutants, tokensToWrite],
	['by writing', writingMutants, tokensToWrite],
	['with a read-only token', scopeMutants, withReadOnlyToken],
	['with a code', grantMutants.filter(({ by }) => by === 'code'), freshCode],
	['with expired tokens', grantMutants.filter(({ by }) => by === 'expired tokens'), expiredTokens],
];

afterEach(() => sandbox().control('POST', '/reset'));

describe('the unchanged service, behind the same proxy', () => {
	it.each(groups)('has no difference %s', async (_title, _mutants, options) => {
		expect(withVerdict(await check({}, await options()), 'differs')).toEqual([]);
	});

	it('leaves no check untried, over all of these runs', async () => {
		const untried = new Set(battery.map(({ id }) => id));
		for (const [, , options] of groups.slice(3)) {
			const report = await check({}, await options());
			await sandbox().control('POST', '/reset');
			for (const { id, verdict } of report.results) if (verdict !== 'not tried') untried.delete(id);
		}
		// The callback URL is that of a browser.
		expect([...untried]).toEqual(['authorize.state']);
	});
});

describe.each(groups)('%s the conformance check', (_title, mutants, options) => {
	it.each(mutants)('reports: $name', async (mutant) => {
		const report = await check(mutant, await options());
		expect(withVerdict(report, 'differs').sort()).toEqual([...mutant.caughtBy].sort());
	});
});
