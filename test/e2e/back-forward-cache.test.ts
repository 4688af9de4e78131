import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { withBackForwardCache } from './whole-chromium.ts';

test.use({
	isShared: true,
	launchOptions: async ({ launchOptions }, use) => {
		await use(withBackForwardCache(launchOptions));
	},
});

/** Why a document was not taken from the cache when it was opened last (`NotRestoredReasons`); null when it was. */
const reasonsOf = (page: Page) =>
	page.evaluate(() => {
		const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
			notRestoredReasons?: unknown;
		})[];
		return JSON.stringify(navigation?.notRestoredReasons ?? null);
	});

test('going back shows every public page as it was left, from the cache of the browser', async ({
	page,
	daybill,
}) => {
	for (const path of [
		'/cities',
		'/cities/beijing',
		'/cities/beijing?day_type=week',
		'/events/10000002',
		'/settings',
	]) {
		await page.goto(`${daybill.url}${path}`);
		// Only the same document has it.
		await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
		await page.goto(`${daybill.url}/cities/shanghai`);
		await page.goBack({ waitUntil: 'commit' });
		await expect(page.locator('#root h1')).toBeVisible();
		const isSame = await page.evaluate(() => document.documentElement.hasAttribute('data-left'));
		expect([path, isSame, isSame ? 'null' : await reasonsOf(page)]).toEqual([path, true, 'null']);
	}
});
