import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { maxWorkers } from './test/e2e/workers.ts';
import { chromium, pathOf } from './test/programs.ts';

export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/prepare.ts',
	fullyParallel: true,
	forbidOnly: true,
	// Two for each core: tests wait for pages to become quiet, and for programs that they have started.
	workers: Math.min(maxWorkers, 2 * availableParallelism()),
	// A shared machine may be too slow for once; a test that fails three times is wrong.
	retries: process.env.CI ? 2 : 0,
	// A test may wait for a Daybill of its own, which takes seconds to start.
	timeout: 90_000,
	expect: { timeout: 20_000 },
	reporter: process.env.CI ? 'list' : 'line',
	use: {
		locale: 'en-GB',
		// Playwright waits for what moves. Tests of movement, and the main road, turn it on.
		contextOptions: { reducedMotion: 'reduce' },
		// A worker would respond instead of the routes of tests; tests of offline use allow it.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath: pathOf(chromium),
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
	// Tests run on a desktop unless they are tagged (test/e2e/widths.ts).
	projects: [
		{
			name: 'phone',
			grep: /@phone|@both/,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{ name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
	],
});
