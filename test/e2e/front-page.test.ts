/** A city's front page: rows of cards, and the next event of a signed-in user. */
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import { expect, onPhone, test } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { signIn } from './people.ts';
import { findOwnEvent } from './seeded.ts';

test(
	'the next event of a signed-in user moves nothing, and the rows scroll by keyboard to their end, and are there after Back',
	onPhone,
	async ({ page, daybill }) => {
		await signIn(page);
		const { id, title } = await findOwnEvent(daybill);
		const joined = await page.request.post(`${daybill.url}/api/events/${id}/participants`, {
			headers: { [csrfHeader]: '1', origin: daybill.url },
		});
		expect(joined.status()).toBe(202);
		await watchShifts(page);
		await page.goto(`${daybill.url}/cities/beijing`);
		const next = page.getByRole('link', { name: /^Up next/ });
		await expect(next).toContainText(title);
		await expectNoShift(page);
		// Late in the evening, the first row may have one event.
		const row = page.locator('main section', { has: page.getByRole('listitem').nth(2) }).first();
		const cards = row.getByRole('list');
		await row.locator('article a').last().focus();
		const scrolled = () => cards.evaluate((each) => Math.round(each.scrollLeft));
		await expect.poll(scrolled).toBeGreaterThan(50);
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
		const before = await scrolled();
		await page.keyboard.press('Enter');
		await expect(page.locator('[data-bar]')).toBeVisible();
		await page.goBack();
		await expect.poll(scrolled).toBe(before);
	},
);
