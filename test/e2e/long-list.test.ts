/** A list of which only the cards near the window are in the document, since it is long. */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true });

const future = '/cities/beijing?day_type=future';
/** More cards than a list has in the document as a whole. */
const many = 140;

/** Of the section that grows. */
const cards = (page: Page) => page.locator('main section').last().locator('li');
const places = (page: Page) =>
	cards(page).evaluateAll((all) => all.map((card) => Number(card.getAttribute('aria-posinset'))));
const titles = (page: Page) => cards(page).locator('h3 a').allTextContents();
const toTop = (page: Page) => page.evaluate(() => window.scrollTo(0, 0));

/** Opens a list, and loads more of it until it is long. @returns how many cards its last section has */
async function openLongList(page: Page, url: string): Promise<number> {
	await page.goto(`${url}${future}`);
	const more = page.getByRole('button', { name: 'Show more' });
	const size = async () => Number((await cards(page).last().getAttribute('aria-setsize')) ?? 0);
	await expect(async () => {
		await more.press('Enter', { timeout: 1_000 });
		expect(await size()).toBeGreaterThan(many);
	}).toPass();
	return size();
}

test(
	'a long list has the cards near the window in the document, numbered, and each once it is scrolled to',
	onceOnPhone,
	async ({ page, daybill }) => {
		const size = await openLongList(page, daybill.url);
		await toTop(page);
		await expect.poll(async () => (await places(page))[0]).toBe(1);
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		const [seen, wordsSeen] = [new Set<number>(), new Set<string>()];
		for (let at = 0; at <= height; at += 500) {
			await page.evaluate((y) => window.scrollTo(0, y), at);
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
			const now = await places(page);
			expect(now.length).toBeLessThan(many / 2);
			for (const place of now) seen.add(place);
			for (const title of await titles(page)) wordsSeen.add(title);
		}
		for (let place = 1; place <= size; place++) expect(seen).toContain(place);
		expect(wordsSeen.size).toBeGreaterThan(size / 2);
	},
);

test(
	'going back to a long list shows the same card at the same place, and not all cards again',
	onceOnPhone,
	async ({ page, daybill }) => {
		await openLongList(page, daybill.url);
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
		await expect.poll(async () => (await places(page))[0]).toBeGreaterThan(1);
		const place = await cards(page).evaluateAll((all) =>
			all
				.find((each) => each.getBoundingClientRect().top > window.innerHeight / 4)
				?.getAttribute('aria-posinset'),
		);
		const card = cards(page).and(page.locator(`[aria-posinset="${place}"]`));
		const topOf = () => card.evaluate((each) => each.getBoundingClientRect().top);
		const title = await card.locator('h3').innerText();
		// The focus may scroll the page: the place is what it is after that.
		await card.locator('h3 a').focus();
		const before = await topOf();
		await card.locator('h3 a').press('Enter');
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
		// How many cards there are at most, from now on.
		await page.evaluate(() => {
			const most = { cards: 0 };
			Object.assign(window, { most });
			new MutationObserver(() => {
				most.cards = Math.max(most.cards, document.querySelectorAll('main section li article').length);
			}).observe(document.body, { childList: true, subtree: true });
		});
		await page.goBack();
		await expect(card.locator('h3')).toHaveText(title);
		await expect(card).toBeInViewport();
		await expect(card.getByRole('heading').getByRole('link')).toBeFocused();
		expect(Math.abs((await topOf()) - before)).toBeLessThan(4);
		const most = await page.evaluate(() => (window as unknown as { most: { cards: number } }).most.cards);
		expect(most).toBeLessThan(many);
	},
);

test(
	'the card that has the focus stays in the document, however far away it is',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await openLongList(page, daybill.url);
		await toTop(page);
		await expect.poll(async () => (await places(page))[0]).toBe(1);
		const link = cards(page).first().locator('h3 a');
		await link.focus();
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
		await expect.poll(async () => (await places(page)).at(-1)).toBeGreaterThan(many / 4);
		await expect(link).toBeFocused();
		await page.keyboard.press('Tab');
		await expect(cards(page).nth(1).locator('h3 a')).toBeFocused();
	},
);

test(
	'who searches the page by the browser has all cards of a long list in the document',
	onceOnDesktop,
	async ({ page, daybill }) => {
		const size = await openLongList(page, daybill.url);
		await expect.poll(async () => (await places(page)).length).toBeLessThan(size);
		await page.keyboard.press('Control+f');
		await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(size);
	},
);

test('a long list is printed as a whole', onceOnDesktop, async ({ page, daybill }) => {
	const size = await openLongList(page, daybill.url);
	await expect.poll(async () => (await places(page)).length).toBeLessThan(size);
	const printed = await page.evaluate(() => {
		window.dispatchEvent(new Event('beforeprint'));
		return document.querySelectorAll('main section:last-of-type li').length;
	});
	expect(printed).toBeGreaterThanOrEqual(size);
	await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
	await expect.poll(async () => (await places(page)).length).toBeLessThan(size);
});
