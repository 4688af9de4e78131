/** Chromium as users have it, with a back/forward cache. */
import type { LaunchOptions } from '@playwright/test';
import { pathOf, wholeChromium } from '../programs.ts';

/** The headless shell has no such cache, and Playwright disables that of others. */
export const withBackForwardCache = (options: LaunchOptions): LaunchOptions => ({
	...options,
	executablePath: pathOf(wholeChromium),
	ignoreDefaultArgs: ['--disable-back-forward-cache'],
});
