import type { Locator, Page } from '@playwright/test';
import { expect, onPhone, test } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { choose, eventTitle } from './people.ts';

const week = '/cities/beijing?day_type=week';

test(
	'a list has its first poster near the top, hides its filter bar when scrolling down, covers no focus, and grows',
	onPhone,
	async ({ page, daybill }) => {
		await page.emulateMedia({ reducedMotion: 'no-preference' });
		const starts: string[] = [];
		page.on('request', (request) => {
			const { pathname, searchParams } = new URL(request.url());
			if (/\/cities\/\d+\/events$/.test(pathname)) starts.push(searchParams.get('start') ?? '');
		});
		await page.goto(daybill.url + week);
		const cards = page.locator('main article');
		// A page has 20 events; those that have ended since it was fetched are not shown.
		expect(await cards.count()).toBeGreaterThan(10);
		expect(await cards.count()).toBeLessThanOrEqual(20);
		expect(starts).toEqual([]);
		const bar = page.locator('[data-filter-bar]');
		const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
		expect(await top(page.locator('main article img').first())).toBeLessThanOrEqual(340);
		await page.mouse.move(200, 600);
		await page.mouse.wheel(0, 1_500);
		await expect(bar).not.toBeInViewport();
		await page.mouse.wheel(0, -300);
		await expect(bar).toBeInViewport({ ratio: 1 });
		await expect.poll(() => top(bar)).toBe(0);
		const card = await cardAt(page, 8);
		await card.getByRole('link').focus();
		for (let times = 0; times < 5; times += 1) {
			await page.keyboard.press('Shift+Tab');
			const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
			expect(await top(page.locator('main article :focus'))).toBeGreaterThanOrEqual(y + height);
		}
		const scrolled = () => page.evaluate(() => window.scrollY);
		const before = await scrolled();
		await page.getByRole('button', { name: 'Sort & view' }).focus();
		await page.mouse.wheel(0, 900);
		await expect.poll(scrolled).toBeGreaterThan(before + 800);
		await expect(bar).toBeInViewport({ ratio: 1 });
		await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
		await expect.poll(() => cards.count()).toBeGreaterThan(20);
		// Pages overlap by two events, so that changes of the list are noticed.
		expect(starts[0]).toBe('18');
		await expect(page.getByText(/^Showing \d+ of \d+$/)).toBeVisible();
	},
);

test('on a wide screen the main navigation is at the top, and the filters and the number of events share a row', async ({
	page,
	daybill,
}) => {
	await page.goto(daybill.url + week);
	const navigation = await page.getByRole('navigation', { name: 'Daybill', exact: true }).boundingBox();
	expect((navigation?.y ?? 0) + (navigation?.height ?? 0)).toBeLessThan(80);
	for (const width of [970, 1_100, 1_200, 1_440]) {
		await page.setViewportSize({ width, height: 900 });
		await expectOneRow(page);
	}
});

/** Expects the filters, except the days, and the number of events in one row. */
async function expectOneRow(page: Page): Promise<void> {
	const middles = await page.locator('[data-filter-bar] > div > :not(dialog)').evaluateAll((parts) =>
		parts.map((part) => {
			const { top, bottom } = part.getBoundingClientRect();
			return Math.round((top + bottom) / 2);
		}),
	);
	expect(new Set(middles).size, `${page.viewportSize()?.width} pixels: ${middles}`).toBe(1);
}

test(
	'on a phone, a search puts the time that it found into the row of days, keeps one row of filters, and closes the keyboard',
	onPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing/search`);
		const field = page.getByRole('searchbox');
		await field.fill('something for kids saturday morning');
		await field.press('Enter');
		await expect(field).not.toBeFocused();
		const time = page.getByRole('navigation', { name: 'When' }).getByRole('link', { name: /Morning, Sat/ });
		await expect(time).toBeInViewport({ ratio: 1 });
		// The BFF may still be building the city's index.
		await expect(page.getByRole('link', { name: 'Free', exact: true })).toBeVisible({ timeout: 60_000 });
		await expect(page.getByText(/^\d+ events?$/)).toBeVisible();
		await expectOneRow(page);
		await field.fill('kids morning');
		await field.press('Enter');
		await expect(page.getByRole('link', { name: /: Morning$/ })).toBeInViewport({ ratio: 1 });
	},
);

const topOf = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().top);

/** Opens a card, may reload the event, goes back, and expects the card focused and in its previous position. */
async function expectToReturnTo(page: Page, card: Locator, reloads: boolean): Promise<void> {
	const title = await card.innerText();
	// Read the position when the click happens: focusing may scroll the page, and the page may still grow.
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
	if (reloads) await page.reload();
	await expect(page.locator('[data-waiting]')).toHaveCount(0);
	await page.goBack();
	await expect(card).toHaveText(title);
	await expect(card).toBeFocused();
	await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThan(4);
}

test(
	'going back to a list, a front page or a search returns the focus to the opened card, in its previous position',
	onPhone,
	async ({ page, daybill }) => {
		for (const [path, at, reloads] of [
			['/cities/beijing?day_type=future', 5, true],
			['/cities/beijing', 5, false],
			['/cities/beijing/search?q=quartet', 0, false],
		] as const) {
			await page.goto(daybill.url + path);
			// Until the app has loaded, the link opens another document.
			await expect(page.locator('[data-waiting]')).toHaveCount(0);
			const card = page.locator('main article').getByRole('heading').getByRole('link').nth(at);
			await expect(card).toBeVisible();
			await expectToReturnTo(page, card, reloads);
		}
		await page.goForward();
		await expect(eventTitle(page)).toBeFocused();
	},
);

/** A locator for the card that is currently at an index, wherever it moves later. */
async function cardAt(page: Page, index: number): Promise<Locator> {
	const href = await page.getByRole('article').nth(index).getByRole('link').first().getAttribute('href');
	return page.getByRole('article').filter({ has: page.locator(`a[href="${href}"]`) });
}

test(
	'the layout does not shift while images load; a broken image is replaced by initials and day, and long words wrap',
	onPhone,
	async ({ page, daybill }) => {
		await page.route('**/images/**', async (route) => {
			if (route.request().url().includes('music'))
				await route.fulfill({ status: 200, contentType: 'image/webp', body: '' });
			else await route.continue();
		});
		const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
		await page.route('**/api/cities/*/events*', async (route) => {
			const response = await route.fetch();
			const list = await response.json();
			for (const event of list.items) Object.assign(event, { title: long, address: long });
			await route.fulfill({ response, json: list });
		});
		await watchShifts(page);
		await page.goto(daybill.url + week);
		const first = page.locator('main article img').first();
		await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
		await expectNoShift(page);
		await choose(page, 'Type', 'Music');
		const card = page.locator('main article[data-type=music]').first();
		const sheet = card.locator('span[data-type=music]');
		const drawn = () =>
			sheet.evaluate((each) =>
				['::before', '::after'].map((part) => getComputedStyle(each, part).content.split(' / ')[0]),
			);
		await expect
			.poll(drawn)
			.toEqual([expect.stringMatching(/^"\S{1,2}"$/), expect.stringMatching(/^"\w{3},? \d+ \w+"$/)]);
		await expect(card.getByRole('link', { name: long })).toBeVisible();
		expect(
			await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
		).toBe(0);
	},
);
