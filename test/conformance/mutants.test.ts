import { describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { type ConformanceOptions, type Report, runConformance } from '../../src/conformance/run.ts';
import { consentAt } from '../sandbox/consent.ts';
import { demo, redirectUri, startTestSandbox, type TestSandbox } from '../sandbox/start-sandbox.ts';
import { authorizationMutants } from './mutants/authorization.ts';
import { errorMutants } from './mutants/errors.ts';
import { eventMutants } from './mutants/events.ts';
import { filterMutants } from './mutants/filters.ts';
import { grantMutants } from './mutants/grants.ts';
import { listMutants } from './mutants/lists.ts';
import { tokenMutants } from './mutants/tokens.ts';
import { writingMutants } from './mutants/writes.ts';
import { type Mutant, startMutatingProxy } from './mutating-proxy.ts';

const application = { clientId: demo.client_id, clientSecret: demo.client_secret, redirectUri };

const differing = (report: Report) =>
	report.results.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);

/** Runs the checks that should catch a mutant of this sandbox, or all of them. */
async function check(
	sandbox: TestSandbox,
	mutant: Partial<Mutant>,
	options: Partial<ConformanceOptions> = {},
) {
	const origin = await startMutatingProxy(sandbox.origin, mutant);
	return runConformance({
		baseUrl: origin,
		authUrl: origin,
		application,
		transport: rawTransport,
		...(mutant.caughtBy === undefined ? {} : { only: mutant.caughtBy }),
		...options,
	});
}

async function tokensOf(sandbox: TestSandbox): Promise<Partial<ConformanceOptions>> {
	const { access_token, refresh_token, service_user_id } = await sandbox.issue();
	return { token: access_token, refreshToken: refresh_token, userId: service_user_id };
}

const freshCode = async ({ origin }: TestSandbox) => {
	const query = new URLSearchParams({
		client_id: demo.client_id,
		redirect_uri: redirectUri,
		response_type: 'code',
	});
	return (await consentAt(origin, query.toString())).searchParams.get('code');
};

/** These can be caught without a token. */
const readingMutants = [
	...eventMutants,
	...listMutants,
	...filterMutants,
	...errorMutants,
	...authorizationMutants,
];

const everyMutant: readonly Mutant[] = [
	...readingMutants,
	...tokenMutants,
	...writingMutants,
	...grantMutants,
];

describe('the conformance check', () => {
	it('finds nothing at the unchanged service behind the same proxy', async () => {
		const sandbox = await startTestSandbox();
		const report = await check(sandbox, {}, { ...(await tokensOf(sandbox)), write: true });
		expect(differing(report)).toEqual([]);
	});

	it('is tested with at least 40 mutants, each with a unique name', () => {
		expect(everyMutant.length).toBeGreaterThanOrEqual(40);
		expect(new Set(everyMutant.map(({ name }) => name)).size).toBe(everyMutant.length);
	});

	it.each(readingMutants)('catches: $name', async (mutant) => {
		const report = await check(await startTestSandbox(), mutant);
		expect(differing(report).sort()).toEqual([...mutant.caughtBy].sort());
	});

	it.each(tokenMutants)('with a token catches: $name', async (mutant) => {
		const sandbox = await startTestSandbox();
		const report = await check(sandbox, mutant, { ...(await tokensOf(sandbox)), write: true });
		expect(differing(report).sort()).toEqual([...mutant.caughtBy].sort());
	});

	it.each(writingMutants)('by writing catches: $name', async (mutant) => {
		const sandbox = await startTestSandbox();
		const report = await check(sandbox, mutant, { ...(await tokensOf(sandbox)), write: true });
		expect(differing(report).sort()).toEqual([...mutant.caughtBy].sort());
	});

	it.each(grantMutants)('with $by catches: $name', async (mutant) => {
		const sandbox = await startTestSandbox();
		const options =
			mutant.by === 'code'
				? { code: await freshCode(sandbox) }
				: { ...(await tokensOf(sandbox)), write: true };
		if (mutant.by === 'expired tokens') await sandbox.advance(8 * 86_400);
		expect(differing(await check(sandbox, mutant, options))).toEqual(mutant.caughtBy);
	});
});
