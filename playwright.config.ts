import { accessSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The system's Chromium: test tools' own browser downloads are not assumed to be reachable. */
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => {
	try {
		accessSync(file);
		return true;
	} catch {
		return false;
	}
});
const executablePath = process.env.CHROMIUM_PATH ?? chromium;
if (!executablePath) throw new Error('No Chromium found: install Debian’s "chromium", or set CHROMIUM_PATH.');

export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/prepare.ts',
	fullyParallel: true,
	forbidOnly: true,
	// A shared machine may be too slow for once; a test that fails three times is wrong. Here at home none is repeated.
	retries: process.env.CI ? 2 : 0,
	workers: 2,
	timeout: 60_000,
	expect: { timeout: 15_000 },
	reporter: process.env.CI ? [['list']] : [['line']],
	use: {
		trace: 'on-first-retry',
		locale: 'en-GB',
		// A worker would answer in place of the routes that tests lay; the test of offline use allows it.
		serviceWorkers: 'block',
		launchOptions: {
			executablePath,
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
	projects: [
		// The services of the matrix differ in what they send, not in how wide a page is.
		{
			name: 'phone',
			testIgnore: /lawful\.test/,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
	],
});
