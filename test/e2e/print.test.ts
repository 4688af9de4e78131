import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { relationIsKnown, signIn } from './people.ts';
import { findOwnEvent } from './seeded.ts';

/** Controls, which are useless on paper, except the poster, which is a button, too. */
const controls = (page: Page) =>
	page.locator('nav:not(:has([aria-current="true"])), footer, iframe, dialog, button:not(:has(img), td *)');

const pagesOnPaper = async (page: Page) =>
	(await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('an event and My events are printed without bars and buttons, the month on one page, and a front page’s rows whole', async ({
	page,
	daybill,
}) => {
	const { id, title } = await findOwnEvent(daybill);
	await signIn(page);
	await page.goto(`${daybill.url}/events/${id}`);
	await relationIsKnown(page);
	await page.getByRole('button', { name: 'Interested', exact: true }).click();
	await page.emulateMedia({ media: 'print' });
	for (const [path, text] of [
		[`/events/${id}`, title],
		['/me/wished', title],
		['/cities/beijing?view=calendar', '北京'],
	] as const) {
		await page.goto(daybill.url + path);
		await expect(page.getByRole('heading', { name: text }).first()).toBeVisible();
		await expect(controls(page).filter({ visible: true })).toHaveCount(0);
		await expect(page.locator('dt', { hasText: 'Tags' }).filter({ visible: true })).toHaveCount(0);
	}
	await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
	expect(await pagesOnPaper(page)).toBe(1);
	await page.goto(`${daybill.url}/cities/beijing`);
	await expect(page.getByRole('article').nth(9)).toBeVisible();
	const rows = page.locator('ul:has(> li > article)');
	expect(
		await rows.evaluateAll((each) =>
			each.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
		),
	).toEqual([]);
});
