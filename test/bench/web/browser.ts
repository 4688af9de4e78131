/** The browser of the benches, and what is measured in a page by CDP. */
import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import { pathOf, wholeChromium } from '../../programs.ts';

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
];

/** The screen of a phone. */
export const phone = {
	viewport: { width: 390, height: 844 },
	isMobile: true,
	hasTouch: true,
	locale: 'en-GB',
};

export const launch = (more: readonly string[] = [], options: LaunchOptions = {}) =>
	chromium.launch({
		executablePath: pathOf(wholeChromium),
		args: [...args, ...more],
		...options,
	});

/** Makes the processor of a page so many times slower. */
export async function slowDown(page: Page, rate: number): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Resolves when the app has taken over the page. */
export const untilReady = (page: Page) =>
	page.waitForFunction(() => document.querySelector('script[data-waiting]') === null);
