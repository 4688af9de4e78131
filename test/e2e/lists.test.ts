import type { Locator, Page } from '@playwright/test';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import { expect, test, untilReady } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { choose, holdFiles } from './people.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true });

const week = '/cities/beijing?day_type=week';

test(
	'filters can be chosen by keyboard, are in the URL, and are restored with Back',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=today`);
		await page.getByRole('link', { name: 'This week', exact: true }).focus();
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(/day_type=week/);
		await page.getByRole('button', { name: 'Type' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('link', { name: 'Film', exact: true }).focus();
		await page.keyboard.press('Enter');
		await expect(page).toHaveURL(/day_type=week.*type=film/);
		const chosen = page.getByRole('button', { name: 'Type: Film' });
		await expect(chosen).toBeVisible();
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await expect(page.getByRole('article').first()).toBeVisible();
		await expect(page.locator('main article:not([data-type=film]):not([aria-hidden])')).toHaveCount(0);
		await page.goBack();
		await expect(page.getByRole('link', { name: 'This week', exact: true })).toHaveAttribute(
			'aria-current',
			'true',
		);
		await expect(chosen).toHaveCount(0);
	},
);

test('the first poster is near the top, and the bar of filters makes room on the way down, but covers no focus', async ({
	page,
	daybill,
}) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await page.goto(daybill.url + week);
	const bar = page.locator('[data-list-bar]');
	const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
	expect(await top(page.locator('main article img').first())).toBeLessThanOrEqual(300);
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
		expect(await top(page.locator('main article a:focus'))).toBeGreaterThanOrEqual(y + height);
	}
	const scrolled = () => page.evaluate(() => window.scrollY);
	const before = await scrolled();
	await page.getByRole('button', { name: 'View' }).focus();
	await page.mouse.wheel(0, 900);
	await expect.poll(scrolled).toBeGreaterThan(before + 800);
	await expect(bar).toBeInViewport({ ratio: 1 });
});

test('what was chosen can be taken back where it shows', onceOnPhone, async ({ page, daybill }) => {
	await page.goto(daybill.url + week);
	await choose(page, 'Type', 'Film');
	await choose(page, 'View', 'By time');
	await expect(page).toHaveURL(/type=film&sort=start/);
	await expect(page.getByRole('status').filter({ hasText: /^\d+ events$/ })).toBeVisible();
	await page.getByRole('link', { name: 'Remove filter: Film' }).click();
	await expect(page).toHaveURL(/week&sort=start$/);
	await page.getByRole('link', { name: 'Remove filter: By time' }).click();
	await expect(page).toHaveURL(/day_type=week$/);
});

/** The card that is at a place now. */
async function cardAt(page: Page, index: number): Promise<Locator> {
	const href = await page.getByRole('article').nth(index).getByRole('link').first().getAttribute('href');
	return page.getByRole('article').filter({ has: page.locator(`a[href="${href}"]`) });
}

test(
	'a filter chosen while a view is loading applies to that view',
	onceOnDesktop,
	async ({ page, daybill }) => {
		const arrive = await holdFiles(page, /city-map.*\.js/);
		await page.goto(`${daybill.url}/cities/beijing?day_type=today`);
		await choose(page, 'View', 'Map');
		await expect(page).toHaveURL(/view=map/);
		await choose(page, 'Type', 'Film');
		await expect(page).toHaveURL(/type=film&view=map/);
		arrive();
		await expect(page.getByRole('region', { name: /^Map of/ })).toBeVisible();
	},
);

test(
	'the browser’s own scroll position is kept after going back, before the scripts have loaded',
	onceOnPhone,
	async ({ page, daybill }) => {
		const letGo = await holdFiles(page, /assets\/.*\.js/);
		await page.goto(daybill.url + week, { waitUntil: 'load' });
		const card = await cardAt(page, 8);
		await card.scrollIntoViewIfNeeded();
		await card.getByRole('link').click();
		await expect(page).toHaveURL(/\/events\//);
		letGo();
		await page.goBack();
		await untilReady(page);
		await expect(card).toBeInViewport();
	},
);

test(
	'the position in a list is restored after visiting an event',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}${week}`);
		const card = await cardAt(page, 8);
		await card.scrollIntoViewIfNeeded();
		const before = await page.evaluate(() => window.scrollY);
		expect(before).toBeGreaterThan(100);
		await card.getByRole('link').click();
		await expect(page).toHaveURL(/\/events\//);
		await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
		expect(await page.evaluate(() => window.scrollY)).toBeLessThan(before);
		await page.goBack();
		await expect(card).toBeInViewport();
	},
);

test(
	'a list grows by scrolling and by its button, and says how much of it is shown',
	onceOnPhone,
	async ({ page, daybill }) => {
		const starts: string[] = [];
		page.on('request', (request) => {
			const { pathname, searchParams } = new URL(request.url());
			if (/\/cities\/\d+\/events$/.test(pathname)) starts.push(searchParams.get('start') ?? '');
		});
		await page.goto(`${daybill.url}${week}`);
		const cards = page.locator('main article');
		// A page has 20 events; those that have ended since it was fetched are not shown.
		await expect.poll(() => cards.count()).toBeGreaterThan(10);
		expect(await cards.count()).toBeLessThanOrEqual(20);
		expect(starts).toEqual([]);
		await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
		await expect.poll(() => cards.count()).toBeGreaterThan(20);
		expect(starts[0]).toBe('20');
		await expect(page.getByText(/^Showing \d+ of \d+$/)).toBeVisible();
	},
);

test(
	'an event sent twice is shown once, and a changing total does not end the list early',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.route('**/api/cities/*/events*start=20*', async (route) => {
			const response = await route.fetch();
			const list = (await response.json()) as List<Event>;
			const first = await (
				await route.fetch({ url: route.request().url().replace('start=20', 'start=0') })
			).json();
			// An event was added in front while the list was read: the last of the first page is sent again.
			const repeated = (first as List<Event>).items.at(-1);
			const items = repeated === undefined ? list.items : [repeated, ...list.items.slice(0, -1)];
			await route.fulfill({ response, json: { ...list, total: Number(list.total) + 1, items } });
		});
		await page.goto(`${daybill.url}${week}`);
		await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
		await expect.poll(() => page.locator('main article').count()).toBeGreaterThan(20);
		const links = await page
			.locator('main article h3 a')
			.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
		expect(new Set(links).size).toBe(links.length);
	},
);

test(
	'events that run for weeks are listed separately from those of the day',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=today&type=exhibition`);
		const running = page
			.getByRole('region')
			.or(page.locator('main section'))
			.filter({
				has: page.getByRole('heading', { level: 2, name: 'Exhibitions and long runs' }),
			});
		await expect(running.getByRole('article').first()).toBeVisible();
		await expect(running.getByText('On now').first()).toBeVisible();
	},
);

test('an empty list offers other filters', onceOnDesktop, async ({ page, daybill }) => {
	await page.route('**/api/cities/*/events*', (route) =>
		route.fulfill({ json: { items: [], start: 0, sent: 0, total: 0, dropped: [] } }),
	);
	await page.goto(`${daybill.url}/settings`);
	await page.getByRole('link', { name: 'Cities', exact: true }).click();
	await page.locator('main a[href="/cities/beijing"]').click();
	const responded = page.waitForResponse(/cities\/\d+\/events.*type=salon/);
	await page.locator('main').getByRole('link', { name: 'Talks', exact: true }).click();
	await responded;
	await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible();
	await page.unroute('**/api/cities/*/events*');
	await page.getByRole('link', { name: 'See all upcoming' }).click();
	await expect(page.getByRole('article').first()).toBeVisible();
});

test('the layout does not shift while images load, and a broken one shows initials and day in its place', async ({
	page,
	daybill,
}) => {
	await page.route('**/images/**', async (route) => {
		if (route.request().url().includes('music'))
			await route.fulfill({ status: 200, contentType: 'image/webp', body: '' });
		else await route.continue();
	});
	await watchShifts(page);
	await page.goto(daybill.url + week);
	await page.waitForLoadState('networkidle');
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
	const colour = await sheet.evaluate((each) => getComputedStyle(each).backgroundColor);
	expect(colour).toBe('rgb(122, 31, 162)');
	// Nothing of the broken image covers it: no icon of the browser, no text, no ground.
	await expect(sheet.locator('img')).toHaveAttribute('alt', '');
	const ground = await sheet.locator('img').evaluate((img) => getComputedStyle(img).backgroundColor);
	expect(ground).toBe('rgba(0, 0, 0, 0)');
	expect(await card.evaluate((each) => each.getBoundingClientRect().height)).toBeGreaterThan(150);
});
