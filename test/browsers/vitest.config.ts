/** `npm run browsers`: the journeys that run in engines other than Chromium, which `npm run e2e` uses. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/browsers/**/*.test.ts'],
		globalSetup: 'test/e2e/prepare.ts',
		maxWorkers: 2,
		// A shared machine is occasionally too slow.
		retry: process.env.CI ? 1 : 0,
		testTimeout: 180_000,
		// Time to start a Daybill, and first to build the app if it is stale.
		hookTimeout: 120_000,
		expect: { poll: { timeout: 20_000 } },
	},
});
