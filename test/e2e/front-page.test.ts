/** A city's front page: rows that lead to lists, and what is next for somebody who is signed in. */
import { locales, preferenceCookies } from '../../src/contract/bff-api/preferences.ts';
import { expect, test } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { join, signIn } from './people.ts';
import { isFull, onceOnPhone } from './widths.ts';

test.use({ isShared: true });

test(
	'the rows of a city’s front page go by keyboard to their end, and lead to lists',
	onceOnPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing`);
		await expect(page.getByRole('heading', { level: 2, name: 'What are you up for?' })).toBeVisible();
		const row = page.locator('main section').filter({ has: page.getByRole('heading', { name: /^Popular/ }) });
		const cards = row.getByRole('list');
		await row.locator('article a').last().focus();
		await expect.poll(() => cards.evaluate((each) => each.scrollLeft)).toBeGreaterThan(50);
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
		const first = await row.getByRole('heading', { level: 3 }).first().innerText();
		await row.getByRole('heading', { level: 2 }).getByRole('link').click();
		await expect(page).toHaveURL(/day_type=future&sort=interest/);
		await expect(page.getByRole('article').first()).toBeVisible();
		await page.goBack();
		await expect(row.getByRole('heading', { level: 3 }).first()).toHaveText(first);
		await page.getByRole('link', { name: 'All events' }).click();
		await expect(page).toHaveURL(/day_type=future&sort=start/);
		await expect(page.getByRole('button', { name: 'View: By time' })).toBeVisible();
	},
);

test('what is next for somebody who is signed in appears without moving anything', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=future&sort=start`);
	await signIn(page);
	await page.locator('main article h3 a').last().click();
	await join(page);
	await expect(page.getByText('You’re going.').first()).toBeVisible();
	const title = await page.getByRole('heading', { level: 1 }).innerText();
	await watchShifts(page);
	await page.goto(`${daybill.url}/cities/beijing`);
	await expect(page.getByRole('link', { name: /^Up next/ })).toContainText(title);
	await page.waitForLoadState('networkidle');
	await expectNoShift(page);
	await page.getByRole('link', { name: /^Up next/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

/** Languages with long words, with high letters, and from right to left. */
const longest = ['de', 'ja', 'ar'] as const;

test(
	'the first poster of a front page is near the top in every language, whoever reads it',
	onceOnPhone,
	async ({ page, context, daybill }) => {
		const expectNearTop = async (isSignedIn: boolean) => {
			for (const locale of isFull ? locales : longest) {
				await context.addCookies([{ name: preferenceCookies.locale, value: locale, url: daybill.url }]);
				await page.goto(`${daybill.url}/cities/beijing`);
				await expect(page.locator('html')).toHaveAttribute('lang', locale);
				if (isSignedIn) await expect(page.locator('main p a[href^="/events/"]')).toBeVisible();
				// Which row is first depends on the hour: no language has a longer name for one.
				await page
					.getByRole('heading', { level: 2 })
					.getByRole('link')
					.first()
					.evaluate(({ firstChild }) => {
						if (firstChild) firstChild.textContent = 'Dieses Wochenende';
					});
				const { y = Number.NaN } = (await page.locator('main article img').first().boundingBox()) ?? {};
				expect(y, locale).toBeLessThanOrEqual(300);
			}
		};
		await expectNearTop(false);
		await context.clearCookies();
		await page.goto(`${daybill.url}/events/10000002`);
		await signIn(page);
		await page.getByRole('button', { name: 'Join', exact: true }).click();
		await expect(page.getByText('You’re going.').first()).toBeVisible();
		await expectNearTop(true);
	},
);
