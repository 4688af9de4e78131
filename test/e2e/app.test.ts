import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { startFront } from './front.ts';
import { confirmed, join, signIn } from './people.ts';
import { findOwnEvent } from './seeded.ts';
import { storedData } from './stored-data.ts';

/**
 * Disables or enables the network. While Chromium 150 emulates offline mode, `navigator.onLine` stays true
 * in a page from a service worker, so this overrides the property.
 */
async function setOffline(page: Page, isOffline: boolean): Promise<void> {
	const tell = (value: boolean) =>
		void Object.defineProperty(navigator, 'onLine', { value, configurable: true });
	await page.addInitScript(tell, !isOffline);
	// Tell the page before the network changes: a page that seems to be online retries a failed call.
	await page.evaluate(tell, !isOffline);
	await page.context().setOffline(isOffline);
	await page
		.evaluate((type) => void window.dispatchEvent(new Event(type)), isOffline ? 'offline' : 'online')
		// A page without its code reloads as soon as the network is back, which aborts this call.
		.catch(() => undefined);
}

test.describe('without a network', () => {
	// Images and code in flight fail with ERR_FAILED once the service worker cannot fetch them.
	test.use({
		serviceWorkers: 'allow',
		expectedConsoleErrors: [
			/ERR_(INTERNET_DISCONNECTED|FAILED)|^Error: Unable to preload CSS|dynamically imported module/,
		],
	});

	test('the app opens offline with the last content in the chosen language, and says so for pages never visited', async ({
		page,
		daybill,
	}) => {
		await page.goto(`${daybill.url}/settings`);
		await page.evaluate(() => navigator.serviceWorker.ready);
		await page.locator('summary', { hasText: 'Language' }).click();
		await page.getByRole('button', { name: '简体中文' }).click();
		await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
		const title = await page.getByRole('article').first().getByRole('heading').innerText();
		// The app stores responses while the browser is idle.
		await expect.poll(async () => (await page.evaluate(storedData)).includes(title)).toBe(true);
		await setOffline(page, true);
		await page.reload();
		await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
		await expect(page.getByRole('link', { name: '跳到正文' })).toBeAttached();
		const offline = page.getByText('你现在离线', { exact: false }).first();
		// The message is visible even far down the page.
		await page.getByRole('article').last().scrollIntoViewIfNeeded();
		await expect(offline).toBeInViewport();
		await page.getByRole('link', { name: '本周末', exact: true }).click();
		await expect(page.getByText('联网后请重试')).toBeVisible();
		const neverSeen = page.getByRole('heading', { level: 1, name: '你现在离线' });
		await page.goto(`${daybill.url}/events/10000003`);
		await expect(neverSeen).toBeVisible();
		// The page says so only once, in the heading, not also in the banner.
		await expect(page.getByText('你现在离线').filter({ visible: true })).toHaveCount(1);
		// The offline page has the app's styles.
		await expect(page.getByRole('banner')).toHaveCSS('display', 'grid');
		await page.goto(`${daybill.url}/cities/shanghai?day_type=week`);
		await expect(neverSeen).toBeVisible();
		await expect(page).not.toHaveTitle(/设置/);
		await setOffline(page, false);
		await expect(page.getByRole('heading', { level: 1, name: '上海' })).toBeVisible();
	});

	test('on a network that never answers, what was saved is shown, and then the truth when it comes', async ({
		page,
		daybill,
		browser,
	}) => {
		const { id, title } = await findOwnEvent(daybill);
		const held: (() => void)[] = [];
		let isHanging = false;
		const { url, stop } = await startFront(daybill.url, (response, outgoing) => {
			const answer = () => void response.pipe(outgoing);
			if (isHanging) held.push(answer);
			else answer();
		});
		await page.goto(`${url}/events/${id}`);
		await page.evaluate(() => navigator.serviceWorker.ready);
		await page.reload();
		await expect.poll(async () => (await page.evaluate(storedData)).includes(title)).toBe(true);
		const count = page.getByTestId('participant-count');
		const before = Number.parseInt(await count.innerText(), 10);
		const other = await browser.newPage();
		await signIn(other);
		await other.goto(`${daybill.url}/events/${id}`);
		await confirmed(other, () => join(other));
		await other.close();

		isHanging = true;
		await page.reload({ waitUntil: 'commit' });
		await expect(count).toHaveText(new RegExp(`^${before}\\b`));
		expect(held.length).toBeGreaterThan(0);
		isHanging = false;
		for (const answer of held) answer();
		await expect(count).toHaveText(new RegExp(`^${before + 1}\\b`));
		await page.goto('about:blank');
		stop();
	});
});

test.describe('after a deployment', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource|dynamically imported module/] });

	test('an open page whose code is gone reloads once', async ({ page, daybill }) => {
		let loads = 0;
		let isThere = false;
		await page.route('**/assets/event-page-*.js', (route) =>
			isThere ? route.fallback() : route.fulfill({ status: 404 }),
		);
		// A failed preload of code is not an error until the code is needed.
		const ahead = page.waitForResponse((response) => /event-page-.*js$/.test(response.url()));
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		page.on('request', (request) => {
			if (!request.isNavigationRequest()) return;
			loads += 1;
			isThere = true;
		});
		const link = page.locator('main article a').first();
		await link.hover();
		expect((await ahead).status()).toBe(404);
		expect(loads).toBe(0);
		await link.click();
		await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
		expect(loads).toBe(1);
	});
});
