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

test.describe('with its worker', () => {
	test.use({ serviceWorkers: 'allow' });

	for (const isLeftAtOnce of [true, false])
		test(`the first page of a visit is kept, too, when it is left ${isLeftAtOnce ? 'at once' : 'after its worker has come'}`, async ({
			page,
			daybill,
		}) => {
			const workerIsActive = () =>
				page.evaluate(async () => {
					const { active } = await navigator.serviceWorker.ready;
					if (active === null || active.state === 'activated') return;
					await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
				});
			await page.goto(`${daybill.url}/cities`);
			await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
			// That it belongs to the worker shows that what it goes on to load is kept.
			if (!isLeftAtOnce) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
			await page.goto(`${daybill.url}/cities/shanghai`);
			await workerIsActive();
			await page.goBack({ waitUntil: 'commit' });
			await expect(page.locator('#root h1')).toBeVisible();
			const isSame = await page.evaluate(() => document.documentElement.hasAttribute('data-left'));
			expect([isSame, isSame ? 'null' : await reasonsOf(page)]).toEqual([true, 'null']);
		});
});
