/** The browser and the phone of the benchmarks, and helpers for pages. */
import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import { pathOf, wholeChromium } from '../../programs.ts';

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
];

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

/** Throttles the CPU of a page by this factor. */
export async function slowDown(page: Page, rate: number): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate });
}
