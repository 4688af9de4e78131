/** Going back in the app: the page is where it was left, and the focus on what was pressed there. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { eventTitle } from './people.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true });

const topOf = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().top);

/** Opens a card and goes back: it has the focus, at the place where it was. */
async function expectToReturnTo(page: Page, card: Locator): Promise<void> {
	const title = await card.innerText();
	// The focus may scroll the page, and the page may still grow: the place is what it is as the card is pressed.
	await card.evaluate((link) =>
		window.addEventListener(
			'click',
			() => Object.assign(window, { pressedAt: link.getBoundingClientRect().top }),
			{ capture: true, once: true },
		),
	);
	await card.press('Enter');
	const before = await page.evaluate(() => (window as { pressedAt?: number }).pressedAt ?? Number.NaN);
	await expect(eventTitle(page)).toHaveText(title);
	await expect(eventTitle(page)).toBeFocused();
	await page.goBack();
	await expect(card).toHaveText(title);
	await expect(card).toBeFocused();
	await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThan(4);
}

for (const [name, path, at] of [
	['list of a city', '/cities/beijing?day_type=future', 5],
	['front page of a city', '/cities/beijing', 5],
	['search', '/cities/beijing/search?q=quartet', 0],
] as const)
	test(
		`back at a ${name}, the card that was opened has the focus, where it was`,
		onceOnPhone,
		async ({ page, daybill }) => {
			await page.goto(daybill.url + path);
			const card = page.locator('main article').getByRole('heading').getByRole('link').nth(at);
			await expect(card).toBeVisible();
			await expectToReturnTo(page, card);
			await page.goForward();
			await expect(eventTitle(page)).toBeFocused();
			await page.goBack();
			await expect(card).toBeFocused();
		},
	);

test(
	'what opens from the bar of a list gives the focus back to its button',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
		const type = page.getByRole('button', { name: 'Type' });
		const box = page.getByRole('dialog', { name: 'Type', exact: true });
		for (const close of [
			() => page.keyboard.press('Escape'),
			() => box.getByRole('button', { name: 'Close' }).press('Enter'),
		]) {
			await type.press('Enter');
			await box.getByRole('link').first().focus();
			await close();
			await expect(box).toBeHidden();
			await expect(type).toBeFocused();
		}
	},
);
