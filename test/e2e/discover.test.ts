import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './daybill.ts';
import { signIn } from './people.ts';

const noViolations = async (page: ConstructorParameters<typeof AxeBuilder>[0]['page']) => {
	const { violations } = await new AxeBuilder({ page }).analyze();
	expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
};

test('search finds as one types, marks what fits, and the address holds the words', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
	await page.getByRole('searchbox').pressSequentially('quartett');
	await expect(page).toHaveURL(/q=quartett/);
	await expect(page.getByText(/events? for “quartett”/)).toBeVisible();
	await expect(page.locator('mark').first()).toHaveText(/quartet/i);
	await expect(page.getByText(/Searched \d+ of \d+ events/)).toBeVisible();
	await noViolations(page);
	await page.getByRole('searchbox').fill('攀岩');
	await expect(page.locator('mark').first()).toHaveText('攀岩');
	await page.getByRole('link', { name: 'Music', exact: true }).click();
	await expect(page).toHaveURL(/type=music/);
	await expect(page.getByText(/Nothing fits “攀岩”/)).toBeVisible();
	await page.goBack();
	await expect(page.locator('mark').first()).toHaveText('攀岩');
});

test.describe('when the search is not there', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource/] });
	test('it looks through what is loaded, and says so', async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		const title = (await page.getByRole('article').first().getByRole('link').textContent()) ?? '';
		await page.route('**/search/cities/**', (route) => route.abort());
		await page.getByRole('searchbox').fill(title);
		await expect(page.getByText(/not there just now/)).toBeVisible();
		await expect(page.getByRole('article').first().getByRole('link')).toHaveText(title);
	});
});

test.describe('the map', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource/] });
	test('shows places in step with the list, by pointer and by keyboard, also without tiles', async ({
		page,
		daybill,
	}) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
		await page.getByRole('link', { name: 'Map', exact: true }).click();
		await expect(page).toHaveURL(/view=map/);
		const map = page.getByTestId('map');
		const cluster = map.getByTitle(/events here, zoom in/).first();
		await expect(cluster).toBeVisible();
		await expect(page.getByText(/pictures cannot be loaded/)).toBeVisible();
		await noViolations(page);
		const count = Number(await cluster.innerText());
		await cluster.focus();
		await page.keyboard.press('Enter');
		await expect(
			map.getByTitle(/events here, zoom in/).filter({ hasText: new RegExp(`^${count}$`) }),
		).toHaveCount(0);
		for (let press = 0; press < 6; press++) await page.getByRole('button', { name: 'Zoom in' }).click();
		await page.getByRole('button', { name: 'Zoom out' }).click();
		const pin = map.locator('[data-event]').first();
		if ((await pin.count()) > 0) {
			const id = await pin.getAttribute('data-event');
			await pin.click({ force: true });
			await expect(page.locator(`#event-${id}`)).toHaveAttribute('data-selected', 'true');
		}
	});
});

test('the calendar shows a month and a week, goes by arrow keys, and a day opens its list', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/cities/beijing`);
	await page.getByRole('link', { name: 'Calendar', exact: true }).click();
	await expect(page).toHaveURL(/view=calendar/);
	const today = page.locator('button[aria-current="date"]');
	await expect(today).toHaveAttribute('aria-pressed', 'true');
	await noViolations(page);
	await today.focus();
	await page.keyboard.press('ArrowRight');
	const next = page.locator('button[data-day]:focus');
	await expect(next).toHaveAttribute('aria-pressed', 'true');
	await expect(next).toHaveAccessibleName(/^\w+day \d+ \w+, [1-9]\d* events?$/);
	await expect(page.getByRole('article').first()).toBeVisible();
	await page.getByRole('button', { name: 'Week', exact: true }).click();
	await expect(page.locator('button[data-day]')).toHaveCount(7);
	await page.getByRole('button', { name: 'Later', exact: true }).click();
	await expect(page.locator('button[aria-current="date"]')).toHaveCount(0);
	await page.getByRole('button', { name: 'Today', exact: true }).click();
	await expect(today).toBeVisible();
});

test('a list is sorted by interest, and by distance once the place is allowed', async ({
	page,
	daybill,
	context,
}) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=week&type=music`);
	await page.getByRole('link', { name: 'By interest' }).click();
	await expect(page).toHaveURL(/sort=interest/);
	const counts = await page
		.locator('section')
		.first()
		.getByText(/\d+ going · \d+ interested/)
		.allInnerTexts();
	const sums = counts.map((text) => (text.match(/\d+/g) ?? []).reduce((sum, each) => sum + Number(each), 0));
	expect(sums).toEqual(sums.toSorted((a, b) => b - a));
	await page.getByRole('link', { name: 'Near me' }).click();
	await expect(page.getByText(/Your place is not known/)).toBeVisible();
	await context.grantPermissions(['geolocation']);
	await context.setGeolocation({ latitude: 39.9, longitude: 116.4 });
	await page.reload();
	await expect(page.getByText(/Your place is not known/)).toBeHidden();
	await expect
		.poll(() => page.evaluate(() => sessionStorage.getItem('daybill.place')))
		.toBe('39.900 116.400');
});

test('an event goes into calendars', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await page.getByText('Add to calendar').click();
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: /\.ics/ }).click();
	expect((await download).suggestedFilename()).toBe('event-10000002.ics');
	await expect(page.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
		'href',
		/dates=\d{8}T\d{6}%2F\d{8}T\d{6}/,
	);
	await noViolations(page);
});

test('a city can be subscribed to and embedded elsewhere', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=weekend&type=music`);
	await page.getByRole('button', { name: 'Subscribe' }).click();
	const dialog = page.getByRole('dialog');
	const feed = await dialog.getByLabel('Calendar feed', { exact: true }).inputValue();
	expect(feed).toBe(`${daybill.url}/feeds/cities/beijing.ics?day_type=weekend&type=music`);
	await noViolations(page);
	const snippet = await dialog.getByLabel('For your own website', { exact: true }).inputValue();
	const site = createServer((_request, response) => {
		response
			.setHeader('content-type', 'text/html')
			.end(`<!doctype html><title>Another site</title>${snippet}`);
	}).listen(0, '127.0.0.1');
	await once(site, 'listening');
	const { port } = site.address() as AddressInfo;
	await page.goto(`http://127.0.0.1:${port}/`);
	const frame = page.frameLocator('iframe');
	await expect(frame.getByRole('listitem').first()).toBeVisible();
	await expect(frame.getByRole('link').nth(1)).toHaveAttribute('target', '_blank');
	site.closeAllConnections();
	site.close();
});

test('one’s own events have a secret calendar address, which can be revoked', async ({
	page,
	daybill,
	request,
}) => {
	await page.goto(`${daybill.url}/cities/beijing`);
	await signIn(page);
	await page.getByRole('link', { name: 'My events' }).click();
	await page.getByRole('button', { name: 'Make an address' }).click();
	const address = await page.getByLabel('Calendar feed', { exact: true }).inputValue();
	expect((await request.get(address)).status()).toBe(200);
	await page.getByRole('button', { name: 'Revoke the address' }).click();
	await expect(page.getByText('The address no longer works.')).toBeVisible();
	expect((await request.get(address)).status()).toBe(404);
});
