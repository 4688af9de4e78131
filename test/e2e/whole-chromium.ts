/** Chromium as people have it, whose cache keeps pages for Back and Forward. */
import type { LaunchOptions } from '@playwright/test';
import { pathOf, wholeChromium } from '../programs.ts';

/** The headless shell has no such cache, and Playwright switches that of others off. */
export const withBackForwardCache = (options: LaunchOptions): LaunchOptions => ({
	...options,
	executablePath: pathOf(wholeChromium),
	ignoreDefaultArgs: ['--disable-back-forward-cache'],
});
