/** Tests docs/keyboard.md. The keys of the calendar are in `calendar-view.test.tsx`. */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';

/** Presses a key once per name, and expects the focus on elements with these accessible names, in order. */
async function goThrough(page: Page, key: string, names: readonly string[]): Promise<void> {
	for (const name of names) {
		await page.keyboard.press(key);
		await expect(page.locator(':focus')).toHaveAccessibleName(name);
	}
}

test('Tab moves through a page in reading order, and menus opened by keyboard return the focus', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
	const today = await page.getByRole('navigation', { name: 'When' }).getByRole('link').first().innerText();
	await goThrough(page, 'Tab', [
		'Skip to content',
		'Daybill',
		'Discover',
		'Search',
		'My events',
		'Cities',
		'Sign in',
		'Search events',
		today,
	]);
	// Between today and the weekend are links to single days, whose number depends on the weekday.
	const weekend = page.getByRole('link', { name: 'This weekend', exact: true });
	while (!(await weekend.evaluate((chip) => chip === document.activeElement))) {
		await page.keyboard.press('Tab');
		await expect(page.locator('nav a:focus')).toHaveCount(1);
	}
	await goThrough(page, 'Tab', [
		'Next weekend',
		'This week',
		'Upcoming',
		'Pick a day',
		'Type',
		'Sort & view',
		'Free',
	]);
	await page.keyboard.press('Tab');
	await expect(page.locator('main article a:focus')).toHaveCount(1);
	const title = await page.locator('main article a:focus').innerText();
	await page.keyboard.press('Tab');
	await expect(page.locator('main article button:focus')).toHaveAccessibleName(`Interested: ${title}`);
	await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
	await expect(page.locator('#main')).toBeFocused();

	// The type menu opens by keyboard, and Escape returns the focus to its button.
	const type = page.getByRole('button', { name: 'Type' });
	await type.focus();
	await page.keyboard.press('Space');
	await expect(page.locator(':focus')).toHaveAccessibleName('Close');
	await goThrough(page, 'Tab', ['All', 'Music']);
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(type).toBeFocused();
	await expect(type).toHaveCSS('outline', 'rgb(179, 36, 15) solid 3px');
});
