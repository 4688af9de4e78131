import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromium, findProgram, remedyOf } from './test/programs.ts';
import './test/compile-cache.ts';
import { notHere, onceOnDesktop, onceOnPhone } from './test/e2e/widths.ts';
import { maxWorkers } from './test/e2e/workers.ts';
import { withPatience } from './test/patience.ts';

const executablePath = findProgram(chromium);
if (executablePath === undefined) throw new Error(`The tests need Chromium. ${remedyOf([chromium])}`);

/**
 * What is different on a narrow page with touch. The rest is the same at any width, and is tried once; so are those tests of
 * these files that say it of themselves (test/e2e/widths.ts).
 */
const onPhones =
	/(accessibility|account|back|cities|discover|event-page|first-screen|front-page|lists|main-road|motion|settings|structure|taking-part|without-scripts)\.test/;

export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/prepare.ts',
	fullyParallel: true,
	forbidOnly: true,
	// A shared machine may be too slow for once; a test that fails three times is wrong. Here at home none is repeated.
	retries: process.env.CI ? 2 : 0,
	// Two for each core: tests wait for pages to become quiet, and for programs that they have started.
	workers: Math.min(maxWorkers, 2 * availableParallelism()),
	timeout: withPatience(120_000),
	expect: { timeout: withPatience(30_000) },
	reporter: process.env.CI ? [['list']] : [['line']],
	use: {
		trace: 'on-first-retry',
		locale: 'en-GB',
		// What moves cannot be pressed at once on a busy machine. Tests of movement, and the main road, turn it on.
		contextOptions: { reducedMotion: 'reduce' },
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
		{
			name: 'phone',
			testMatch: onPhones,
			grepInvert: notHere(onceOnDesktop),
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{
			name: 'desktop',
			grepInvert: notHere(onceOnPhone),
			use: { viewport: { width: 1440, height: 900 } },
		},
	],
});
