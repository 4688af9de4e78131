/**
 * The cost search. In `npm test` it sends a few requests of every shape to every route, and nothing is measured. With
 * ATTACK_COST_SECONDS, as in `npm run attack`, it measures what other visitors wait meanwhile, prints a table and writes
 * `.bench/cost.json`. ATTACK_COST_ROUTE limits it to routes that contain that text.
 */
import path from 'node:path';
import { expect, it } from 'vitest';
import { apiPrefix, bffPatterns, pagePatterns, serverPatterns } from '../../src/contract/paths.ts';
import { operations } from '../../src/contract/spec/operations.ts';
import { report } from '../bench/report.ts';
import { type Cost, searchCosts } from './cost/cost-search.ts';

/** Milliseconds that a request of a stranger may make anybody else wait at the 99th percentile. */
const maxWait = 250;

const { ATTACK_COST_SECONDS: seconds, ATTACK_COST_ROUTE: only = '' } = process.env;

/** What a route may respond to a request that was made to be expensive: 500 would be a defect. */
const isExpected = (status: string) => Number(status) < 500 || ['502', '503', '504'].includes(status);

const surprises = (costs: readonly Cost[]) =>
	costs.filter(({ statuses }) => !Object.keys(statuses).every(isExpected));

/** The check of the sandbox is a function that only `npm start` gives to a BFF; requests at once share one run of it. */
const notSearched: readonly string[] = [bffPatterns.conformance];

/** Every path that the contract names. */
const everyPattern = [
	...Object.values({ ...pagePatterns, ...bffPatterns, ...serverPatterns }),
	...Object.values(operations).map((operation) => `${apiPrefix}${operation.path}`),
].filter((pattern) => !notSearched.includes(pattern));

if (seconds === undefined)
	it('every route responds as expected to requests of every expensive shape, and none is left out', async () => {
		const { costs } = await searchCosts({ only });
		expect(surprises(costs)).toEqual([]);
		const searched = new Set(costs.map(({ route }) => route.split(' ')[1] ?? ''));
		expect(everyPattern.filter((pattern) => pattern.includes(only) && !searched.has(pattern))).toEqual([]);
		expect(everyPattern.length).toBeGreaterThan(30);
	}, 300_000);
else
	it(`no request makes a page wait more than ${maxWait} ms at p99`, async () => {
		const webDir = path.resolve(import.meta.dirname, '../../dist/web');
		const { costs, idle } = await searchCosts({ seconds: Number(seconds), webDir, only });
		const routes = [...new Set(costs.map(({ route }) => route))];
		const rows = routes.map((route) => {
			const [worst] = costs.filter((cost) => cost.route === route).toSorted((a, b) => b.p99 - a.p99);
			const statuses = Object.entries(worst?.statuses ?? {}).map(([status, count]) => `${count} × ${status}`);
			const value = worst?.p99 ?? 0;
			return {
				what: `${route}, worst: ${worst?.shape}, ${statuses.join(', ')}`,
				...{ value, unit: 'ms at p99', baseline: 'idle', ratio: value / idle },
				...{ aim: `at most ${maxWait} ms`, met: value <= maxWait },
			};
		});
		const met = await report('cost', [
			{ what: 'no other request: idle', value: idle, unit: 'ms at p99' },
			...rows,
		]);
		expect(surprises(costs)).toEqual([]);
		expect(met).toBe(true);
	}, 3_600_000);
