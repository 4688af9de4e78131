import { expectAccessible } from './axe.ts';
import { expect, onPhone, test } from './daybill.ts';
import { choose } from './people.ts';

test.describe('the map', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource/] });

	test('shows every location of the list, even without tiles, and is usable by keyboard, from a cluster to an event and its card', async ({
		page,
		daybill,
	}) => {
		const referers = new Set<string | null>();
		await page.route(/\/\d+\/\d+\/\d+\.png$/, async (route) => {
			referers.add(await route.request().headerValue('referer'));
			await route.abort();
		});
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
		await choose(page, 'Sort & view', 'Map');
		await expect(page).toHaveURL(/view=map/);
		const map = page.getByTestId('map');
		await expect(page.getByText(/Couldn’t load the map background/)).toBeInViewport();
		await expect(map.getByTitle(/^Zoom in on \d+ events/).first()).toBeVisible();
		await expect(page.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
		await expectAccessible(page, { within: '[data-testid=map]' });
		const without = page.getByText(/events? (isn|aren)’t on the map/);
		const onMap = async () => {
			const texts = await map.locator('[data-spot]').allInnerTexts();
			return texts.reduce((sum, text) => sum + (text === '' ? 1 : Number(text)), 0);
		};
		await expect(async () => {
			const events = Number(/\d+/.exec(await page.getByText(/^\d+ events$/).innerText())?.[0]);
			const unplaced = (await without.count()) > 0 ? Number(/\d+/.exec(await without.innerText())?.[0]) : 0;
			expect(await onMap()).toBe(events - unplaced);
			if (unplaced > 0) expect(await without.locator('..').locator('li').count()).toBe(unplaced);
		}).toPass();
		// OpenStreetMap's tile policy requires a Referer; the site's origin suffices, and reveals no page.
		expect([...referers]).toEqual([`${daybill.url}/`]);
		await map.getByRole('button').first().focus();
		const focused = map.locator('[role=button]:focus');
		// A cluster splits until only one event is left, or several at the same location.
		for (let press = 0; press < 12; press++) {
			await expect(focused).toHaveCount(1);
			const name = (await focused.getAttribute('aria-label')) ?? '';
			const spot = await focused.locator('[data-spot]').getAttribute('data-spot');
			await page.keyboard.press('Enter');
			if (!name.includes('Zoom in')) break;
			await expect(map.locator(`[data-spot="${spot}"]`)).toHaveCount(0);
		}
		const card = page.locator('[data-id]').first();
		await expect(card.getByRole('link')).toBeFocused();
		await expect(map.locator('[aria-pressed=true]')).toHaveCount(1);
	});

	test(
		'opens a sheet with the cards of a place on a phone, scrolling the page only if it hides them',
		onPhone,
		async ({ page, daybill }) => {
			await page.goto(`${daybill.url}/cities/beijing?day_type=week&type=music&view=map`);
			const map = page.getByTestId('map');
			await expect(map.getByRole('button').first()).toBeVisible();
			const single = map.getByRole('button').filter({ has: page.locator('[data-type]') });
			while ((await single.count()) === 0)
				await page.getByRole('button', { name: 'Zoom in', exact: true }).tap();
			await page.getByRole('button', { name: 'Zoom in', exact: true }).tap();
			const scrolled = await page.evaluate(() => window.scrollY);
			await single.first().dispatchEvent('click');
			const cards = page.locator('[data-id]');
			await expect(cards).toHaveCount(1);
			await expect(cards).toBeInViewport();
			await expect(map.locator('[aria-pressed=true]')).toHaveCount(1);
			expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
			const chosen = map.locator('[aria-pressed=true]');
			const box = await chosen.boundingBox();
			const spots = await map.locator('[data-spot]').count();
			await cards.getByRole('link').first().tap();
			await expect(page.locator('[data-bar]')).toBeVisible();
			await page.goBack();
			await expect(map.locator('[data-spot]')).toHaveCount(spots);
			expect(await chosen.boundingBox()).toEqual(box);
			await page.setViewportSize({ width: 844, height: 390 });
			await single.first().dispatchEvent('click');
			await expect(cards).toBeInViewport({ ratio: 1 });
			await page.getByRole('button', { name: 'All events on the map' }).tap();
			await expect(cards.first()).toBeHidden();
		},
	);
});

test('an event can be shared and added to calendars', async ({ page, daybill, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const event = `${daybill.url}/events/10000002`;
	// Without the Web Share API, the app copies the URL.
	await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'share'));
	await page.goto(event);
	await page.getByRole('button', { name: 'Share' }).click();
	await expect(page.getByText('Link copied.')).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(event);
	await page.getByRole('button', { name: 'Add to calendar' }).click();
	await expectAccessible(page, { within: 'dialog[open]' });
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: /\.ics/ }).click();
	expect((await download).suggestedFilename()).toBe('event-10000002.ics');
});
