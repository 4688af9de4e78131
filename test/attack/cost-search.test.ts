/**
 * The cost search. In `npm test` it sends a few requests of every shape to every route, and nothing is measured. With
 * ATTACK_COST_SECONDS, as in `npm run attack`, it measures what other visitors wait meanwhile, prints a table and writes
 * `.bench/cost.json`. ATTACK_COST_ROUTE limits it to routes that contain that text.
 */
import path from 'node:path';
import { expect, it } from 'vitest';
import { report } from '../bench/report.ts';
import { type Cost, searchCosts } from './cost/cost-search.ts';

/** Milliseconds that a request of a stranger may make anybody else wait at the 99th percentile (design §9). */
const maxWait = 250;

const { ATTACK_COST_SECONDS: seconds, ATTACK_COST_ROUTE: only = '' } = process.env;

/** What a route may respond to a request that was made to be expensive: 500 would be a defect. */
const isExpected = (status: string) => Number(status) < 500 || ['502', '503', '504'].includes(status);

const surprises = (costs: readonly Cost[]) =>
	costs.filter(({ statuses }) => !Object.keys(statuses).every(isExpected));

if (seconds === undefined)
	it('every route responds as expected to requests of every expensive shape', async () => {
		const costs = await searchCosts({ only });
		expect(surprises(costs)).toEqual([]);
		expect(new Set(costs.map(({ route }) => route)).size).toBeGreaterThan(only === '' ? 40 : 0);
	}, 300_000);
else
	it(`no request makes /healthz wait more than ${maxWait} ms at p99`, async () => {
		const webDir = path.resolve(import.meta.dirname, '../../dist/web');
		const costs = await searchCosts({ seconds: Number(seconds), webDir, only });
		const routes = [...new Set(costs.map(({ route }) => route))];
		const rows = routes.map((route) => {
			const ofRoute = costs.filter((cost) => cost.route === route);
			const worst = ofRoute.toSorted((a, b) => b.p99 - a.p99)[0];
			return {
				what: route,
				value: worst?.longest ?? 0,
				unit: `ms at worst: ${worst?.shape}, ${worst?.requests} requests, ${JSON.stringify(worst?.statuses)}`,
				p99: worst?.p99,
				aim: `p99 at most ${maxWait} ms`,
				met: (worst?.p99 ?? 0) <= maxWait,
			};
		});
		const met = await report('cost', rows);
		expect(surprises(costs)).toEqual([]);
		expect(met).toBe(true);
	}, 3_600_000);
