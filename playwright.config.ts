import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { maxWorkers } from './test/e2e/seeded.ts';
import { chromium, pathOf } from './test/programs.ts';

export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/prepare.ts',
	fullyParallel: true,
	forbidOnly: true,
	// Two per core, because tests mostly wait for pages to settle and for processes to start.
	workers: Math.min(maxWorkers, 2 * availableParallelism()),
	// A shared machine may be slow at times, but a test that fails three times is broken.
	retries: process.env.CI ? 2 : 0,
	// A test may start its own Daybill, which takes seconds.
	timeout: 90_000,
	expect: { timeout: 20_000 },
	reporter: process.env.CI ? 'list' : 'line',
	use: {
		locale: 'en-GB',
		viewport: { width: 1440, height: 900 },
		// Playwright waits for moving elements. Tests of motion, and the main journey, turn motion on.
		contextOptions: { reducedMotion: 'reduce' },
		// A service worker would respond before the tests' routes do; offline tests allow it.
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
});
