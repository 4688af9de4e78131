import { expectAccessible } from './axe.ts';
import { expect, onPhone, test } from './daybill.ts';
import { consent, eventTitle, going, join as joinEvent, relationIsKnown, signIn } from './people.ts';
import { findOwnEvent, findSeeded, nightsOf } from './seeded.ts';

const join = { name: 'Join', exact: true } as const;

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

test(
	'joining, changing the day and leaving move the focus to what comes next, and back to the button',
	onPhone,
	async ({ page, daybill }) => {
		const event = await findSeeded(daybill, (each) => nightsOf(each) >= 2 && nightsOf(each) < 7);
		await signIn(page);
		await page.goto(`${daybill.url}/events/${event.id}`);
		await page.getByRole('button', join).press('Enter');
		const sheet = page.getByRole('dialog', { name: 'Which day?' });
		const days = sheet.locator('[data-day]');
		await expect(days.first()).toBeFocused();
		await days.nth(1).press('Enter');
		await expect(sheet).toHaveCount(0);
		const open = page.getByRole('button', going);
		const joined = page.getByRole('dialog', { name: /^You’re going on / });
		await expect(joined.getByRole('button', { name: 'Close' })).toBeFocused();
		await page.keyboard.press('Escape');
		await expect(open).toBeFocused();
		const menu = page.getByRole('dialog', going);
		await open.press('Enter');
		await menu.getByRole('button', { name: 'Change day' }).press('Enter');
		await expect(days.nth(1)).toHaveAttribute('aria-pressed', 'true');
		await expect(days.nth(1)).toBeFocused();
		await page.keyboard.press('ArrowLeft');
		await expect(days.first()).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(open).toBeFocused();
		await open.press('Enter');
		await menu.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
		await expect(page.getByRole('button', join)).toBeFocused();
	},
);

test(
	'the sheet of an event that lasts for months fits, closes, and axe finds nothing',
	onPhone,
	async ({ page, daybill, viewport }) => {
		const event = await findSeeded(daybill, (each) => nightsOf(each) > 60);
		await page.goto(`${daybill.url}/events/${event.id}`);
		const open = page.getByRole('button', join);
		await open.click();
		const sheet = page.getByRole('dialog', { name: 'Which day?' });
		await expect(sheet.getByRole('grid')).toBeVisible();
		const box = await sheet.boundingBox();
		expect((box?.x ?? -1) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport?.width ?? 0);
		expect((box?.y ?? -1) + (box?.height ?? 0)).toBe(viewport?.height);
		for (const control of await sheet.getByRole('button').all()) {
			const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
			expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
		}
		// axe takes content that the sheet covers for content on top of it. The loop above checks sizes instead.
		await expectAccessible(page, { within: 'dialog[open]', without: ['target-size'] });
		await page.keyboard.press('Escape');
		await expect(sheet).toHaveCount(0);
		await expect(open).toBeFocused();
	},
);

test('a join arrives even if its tab is closed right after the tap', async ({ page, daybill, context }) => {
	const { id } = await findOwnEvent(daybill);
	await signIn(page);
	const other = await context.newPage();
	for (const tab of [page, other]) await tab.goto(`${daybill.url}/events/${id}`);
	await relationIsKnown(other);
	await other.getByRole('button', join).click();
	await other.close();
	await expect(async () => {
		await page.reload();
		await expect(page.getByRole('button', going)).toBeVisible();
	}).toPass();
});

test('after a sign-in to join, one press of Back leads to the list', async ({ page, daybill }) => {
	const list = `${daybill.url}/cities/beijing?day_type=tomorrow`;
	await page.goto(list);
	await page.locator('main article a[href^="/events/"]').first().click();
	await expect(eventTitle(page)).toBeVisible();
	await joinEvent(page);
	await consent(page, 'Allow');
	await expect(page.getByRole('button', going)).toBeVisible();
	await page.goBack();
	expect(page.url()).toBe(list);
});

test('from the page that a tab was opened with, Back returns from the service', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=tomorrow`);
	const path = await page.locator('main article a[href^="/events/"]').first().getAttribute('href');
	const opening = page.waitForEvent('popup');
	await page.evaluate((url) => void window.open(url ?? ''), path);
	const tab = await opening;
	await joinEvent(tab);
	await tab.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
	await tab.waitForURL((url) => url.origin !== daybill.url);
	await tab.goBack();
	await expect(eventTitle(tab)).toBeVisible();
});
