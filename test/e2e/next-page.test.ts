/** What is loaded before somebody asks for it, so that the next page opens at once. */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { eventTitle, holdFiles } from './people.ts';

test.use({ isShared: true });

const list = '/cities/beijing?day_type=future';
const files = (page: Page) =>
	page.evaluate(() =>
		performance
			.getEntriesByType('resource')
			.map(({ name }) => name)
			.join(' '),
	);
/** Resolves when the page has loaded, and what waited for the browser to be idle has begun. */
async function untilIdle(page: Page): Promise<void> {
	await expect(page.locator('[data-waiting]')).toHaveCount(0);
	await page.waitForLoadState('load');
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('on a list, the code of an event’s page is there before a card is touched', async ({
	page,
	daybill,
}) => {
	await page.goto(daybill.url + list);
	await untilIdle(page);
	await expect.poll(() => files(page)).toContain('event-page');
	await page.waitForLoadState('networkidle');
	const card = page.locator('main article h3 a').first();
	const title = await card.innerText();
	const letGo = await holdFiles(page, /\/assets\/|\/api\//);
	// No pointer comes near before that.
	await card.evaluate((link: HTMLElement) => link.click());
	await expect(eventTitle(page)).toHaveText(title);
	letGo();
});

for (const [name, connection] of [
	['saves data', { saveData: true, effectiveType: '4g' }],
	['has a very slow network', { saveData: false, effectiveType: '2g' }],
] as const)
	test(`who ${name} loads the code of an event’s page once a card is opened`, async ({ page, daybill }) => {
		await page.addInitScript((value) => {
			Object.defineProperty(Navigator.prototype, 'connection', { get: () => value });
		}, connection);
		await page.goto(daybill.url + list);
		await untilIdle(page);
		await page.waitForLoadState('networkidle');
		expect(await files(page)).not.toContain('event-page');
		await page.locator('main article h3 a').first().click();
		await expect.poll(() => files(page)).toContain('event-page');
	});
