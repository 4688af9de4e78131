import { expect, it } from 'vitest';
import { builtWeb } from '../bff/start-bff.ts';
import { runRush } from './rush.ts';

/** Milliseconds: 600 visitors take 10 s on a quiet machine. */
const timeout = 120_000;

it(
	'every request in a rush of visitors succeeds within the hourly budget (short form of npm run rush)',
	async () => {
		const report = await runRush(600, await builtWeb());
		expect(Object.keys(report.statuses).toSorted()).toEqual(['200', '202']);
		expect(report.statuses['202']).toBe(30);
		expect(report.limited).toBe(0);
		expect(report.total).toBeLessThan(1_200);
	},
	timeout,
);
