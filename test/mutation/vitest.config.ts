/** The tests of one target, for Stryker's test runner. */
import { defineConfig } from 'vitest/config';
import { type TargetName, targets, targetVariable } from './targets.ts';

const { tests } = targets[process.env[targetVariable] as TargetName];

export default defineConfig({
	test: {
		include: [...tests],
		setupFiles: ['test/mutation/fixed-seed.ts'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		restoreMocks: true,
		// Isolation would spend half the time on loading modules again for each test file.
		isolate: false,
	},
});
