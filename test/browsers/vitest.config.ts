/** `npm run browsers`: the journeys that run in other engines than Chromium, which `npm run e2e` uses. */
import { defineConfig } from 'vitest/config';
import '../compile-cache.ts';
import { withPatience } from '../patience.ts';

export default defineConfig({
	test: {
		include: ['test/browsers/**/*.test.ts'],
		globalSetup: 'test/browsers/prepare.ts',
		retry: process.env.CI ? 1 : 0,
		// One for each file. They mostly wait for the engines.
		maxWorkers: 3,
		testTimeout: withPatience(120_000),
		hookTimeout: withPatience(120_000),
		expect: { poll: { timeout: withPatience(30_000) } },
	},
});
