import { expect, it, onTestFinished } from 'vitest';
import { withPatience } from '../patience.ts';
import { launchRedis } from '../redis-process.ts';
import { runFaults } from './faults.ts';

// HAProxy is not made for Windows.
it.skipIf(process.platform === 'win32')(
	'a fleet loses no write and no session when a process is killed and all are replaced by another version (short form of npm run fleet)',
	async () => {
		const redis = await launchRedis();
		onTestFinished(redis.stop);
		const report = await runFaults({ processes: 2, rounds: 1, killed: 1, people: 4, redis });
		expect(report.mistakes).toEqual([]);
		// One for each person, whose token expires once.
		expect(report.refreshes).toBe(4);
	},
	withPatience(120_000),
);
