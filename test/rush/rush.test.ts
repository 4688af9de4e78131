import { expect, it } from 'vitest';
import { startRedis } from '../bff/redis-server.ts';
import { builtWeb } from '../bff/start-bff.ts';
import { runRush } from './rush.ts';

/** Milliseconds. */
const timeout = 240_000;

it(
	'every request in a rush of visitors succeeds within the hourly budget (short form of npm run rush)',
	async () => {
		const report = await runRush({ visitors: 200, webDir: await builtWeb() });
		expect(Object.keys(report.statuses).toSorted()).toEqual(['200', '202']);
		expect(report.statuses['202']).toBe(10);
		expect(report.limited).toBe(0);
		expect(report.total).toBeLessThan(800);
	},
	timeout,
);

it.skipIf(process.platform === 'win32')(
	'two BFFs on one Redis make hardly more calls than one, whichever of them each request reaches',
	async () => {
		const webDir = await builtWeb();
		const one = await runRush({
			visitors: 12,
			webDir,
			fleet: { bffs: 1, redisUrl: (await startRedis()).url },
		});
		const two = await runRush({
			visitors: 12,
			webDir,
			fleet: { bffs: 2, redisUrl: (await startRedis()).url },
		});
		expect(Object.keys(two.statuses).toSorted()).toEqual(['200', '202']);
		expect(two.requests).toBe(one.requests);
		// A tenth, and what so few visitors happen to read at the same moment.
		expect(two.total).toBeLessThanOrEqual(1.1 * one.total + 5);
	},
	timeout,
);
