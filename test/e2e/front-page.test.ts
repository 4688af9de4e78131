/** A city's front page: rows that link to lists, and the next event of a signed-in user. */
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { expect, test } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { signIn } from './people.ts';
import { findOwnEvent } from './seeded.ts';
import { onPhone } from './widths.ts';

test(
	'the next event of a signed-in user moves nothing, and the rows scroll by keyboard to their end and link to lists',
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
		await expect(page.getByRole('heading', { level: 2, name: 'What are you up for?' })).toBeVisible();
		const row = page
			.locator('main section')
			.filter({ has: page.getByRole('heading', { name: /^Also popular/ }) });
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
		await next.click();
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
		await page.goBack();
		await page.getByRole('link', { name: 'All events' }).click();
		await expect(page).toHaveURL(/day_type=future&sort=start/);
		await expect(page.getByRole('button', { name: 'Sort & view: Soonest' })).toBeVisible();
	},
);
