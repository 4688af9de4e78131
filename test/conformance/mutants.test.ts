/** Services with one violation each. A mutant names the checks that must report it, and only these run. */
import { describe, expect, it } from 'vitest';
import { battery, type ConformanceOptions } from '../../src/conformance/run.ts';
import { type Mutant, onFailure } from './mutants/changes.ts';
import { authorizationMutants, errorMutants } from './mutants/errors.ts';
import { eventMutants, filterMutants, listMutants } from './mutants/reads.ts';
import { codeMutants, expiryMutants, scopeMutant, tokenMutants, writingMutants } from './mutants/tokens.ts';
import { application, shareService, unchanged, withVerdict } from './share-service.ts';

const { sandbox, check, tokensToWrite } = shareService();

async function expiredTokens(): Promise<Partial<ConformanceOptions>> {
	const tokens = await tokensToWrite();
	await sandbox().advance(8 * 86_400);
	return tokens;
}

async function tokensOfBothScopes(): Promise<Partial<ConformanceOptions>> {
	const { access_token } = await sandbox().issue('1001', 'event_basic_r');
	return { ...(await tokensToWrite()), readOnlyToken: access_token };
}

/** The mutants, and the options that the conformance check needs to detect them. */
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
	['with tokens', [...tokenMutants, scopeMutant, ...writingMutants], tokensOfBothScopes],
	['with a code', codeMutants, async () => ({ code: await sandbox().code(), write: true })],
	['with expired tokens', expiryMutants, expiredTokens],
];

const given = { application, wait: async () => undefined };

describe('the unchanged service behind the same proxy', () => {
	const tried = new Set<string>();

	it.each(groups)('has no difference %s', async (_title, _mutants, options) => {
		const { results } = await check(unchanged, { ...given, ...(await options()) });
		expect(results.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
		for (const { id, verdict } of results) if (verdict !== 'not tried') tried.add(id);
	});

	it('leaves no check untried in any of these runs', () => {
		expect(battery.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
	});
});

describe.each(groups)('%s the conformance check', (_title, mutants, options) => {
	it.each(mutants)('reports: %s', async (_name, caughtBy, change) => {
		const report = await check(change, { ...given, ...(await options()), only: caughtBy });
		expect(withVerdict(report, 'differs').toSorted()).toEqual(caughtBy.toSorted());
	});
});

it.each<[string, Mutant[2]]>([
	['the code as text', onFailure('any', (error) => void Object.assign(error, { code: String(error.code) }))],
	['the status 500', onFailure('any', (_error, response) => void Object.assign(response, { status: 500 }))],
	['no request', onFailure('any', (error) => void delete error.request)],
])('%s in every error is one cause', async (_what, change) => {
	const { results } = await check(change, given);
	const different = results.filter(({ verdict }) => verdict === 'differs');
	expect(different.filter(({ sameAs }) => sameAs === undefined).map(({ id }) => id)).toHaveLength(1);
});
