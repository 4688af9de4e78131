import type { Page } from '@playwright/test';
import { expect, test, untilReady } from './daybill.ts';
import { accountButton, confirmed, going, join, leave, relationIsKnown, signIn } from './people.ts';
import { findOwnEvent, findSeeded, nightsOf } from './seeded.ts';
import { storedData } from './stored-data.ts';

/** Opens a list as on a second visit: it belongs to the worker. */
async function openWithWorker(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/cities/beijing?day_type=week`);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.reload();
	await untilStored(page, await page.getByRole('article').first().getByRole('heading').innerText());
}

/** Reads are stored when the browser is idle. */
async function untilStored(page: Page, text: string): Promise<void> {
	await expect.poll(async () => (await page.evaluate(storedData)).includes(text)).toBe(true);
}

/**
 * Takes the network away, or gives it back. Chromium 150 reports `navigator.onLine` as true to a page that a worker has answered
 * while a missing network is emulated, so pages are told.
 */
async function setOffline(page: Page, isOffline: boolean): Promise<void> {
	const tell = (value: boolean) =>
		void Object.defineProperty(navigator, 'onLine', { value, configurable: true });
	await page.addInitScript(tell, !isOffline);
	// Before the network changes: a call that fails in this moment is tried again by a page that is online.
	await page.evaluate(tell, !isOffline);
	await page.context().setOffline(isOffline);
	await page
		.evaluate((type) => void window.dispatchEvent(new Event(type)), isOffline ? 'offline' : 'online')
		// A page that lacks its code loads itself again as soon as there is a network.
		.catch(() => undefined);
}

test.describe('without a network', () => {
	// An image that was still loading fails with ERR_FAILED once the worker cannot fetch it, and so does the code of a page.
	test.use({
		serviceWorkers: 'allow',
		expectedConsoleErrors: [
			/ERR_(INTERNET_DISCONNECTED|FAILED)|^Error: Unable to preload CSS|dynamically imported module/,
		],
	});

	test('the app opens with the last content, says that it is offline, and what was never seen', async ({
		page,
		daybill,
	}) => {
		await openWithWorker(page, daybill.url);
		const title = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? '';
		await setOffline(page, true);
		await page.reload();
		await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
		await expect(page.getByText(/you’re offline/i)).toBeVisible();
		await page.getByRole('link', { name: 'This weekend', exact: true }).click();
		await expect(page.getByText(/Try again when you’re connected/)).toBeVisible();
		await page.goto(`${daybill.url}/events/10000003`);
		await expect(page.getByText(/Try again when you’re connected/)).toBeVisible();
		// In the style of the app.
		await expect(page.getByRole('banner')).toHaveCSS('display', 'grid');
		await setOffline(page, false);
		await expect(page.getByText(/Try again when you’re connected/)).toBeHidden();
		await setOffline(page, true);
		await page.goto(`${daybill.url}/cities/shanghai?day_type=week`);
		await expect(page.getByText(/Try again when you’re connected/)).toBeVisible();
		await expect(page).not.toHaveTitle(/Settings/);
		await setOffline(page, false);
		await expect(page.getByRole('heading', { level: 1, name: '上海' })).toBeVisible();
	});

	test('a signed-in person sees their own events as they were last read, and a change of theirs as it is now', async ({
		page,
		daybill,
		context,
	}) => {
		const { id, title } = await findOwnEvent(daybill);
		const other = await findSeeded(daybill, (event) => nightsOf(event) === 0 && event.id !== id);
		await signIn(page);
		await page.goto(`${daybill.url}/events/${id}`);
		await page.evaluate(() => navigator.serviceWorker.ready);
		await confirmed(page, () => join(page));
		// The lists are read again, with this event.
		await page.reload();
		await relationIsKnown(page);
		await confirmed(page, () => leave(page));
		await expect(page.getByText('You’re no longer going.')).toBeVisible();
		await page.goto(`${daybill.url}/events/${other.id}`);
		await confirmed(page, () => join(page));
		await page.goto(`${daybill.url}/me/participated`);
		await expect(page.getByRole('heading', { name: other.title }).first()).toBeVisible();
		await untilStored(page, other.title);

		await context.setOffline(true);
		await page.reload();
		await expect(page.getByRole('heading', { name: other.title }).first()).toBeVisible();
		await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
		await expect(accountButton(page)).toBeVisible();
		await page.goto(`${daybill.url}/events/${id}`);
		await relationIsKnown(page);
		await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
	});
});

test('an event can be found and joined with the keyboard alone', async ({ page, daybill }) => {
	await signIn(page);
	await page.goto(`${daybill.url}/cities/beijing?day_type=future&type=music`);
	const tabTo = async (role: 'link' | 'button', name: string | RegExp) => {
		const target = page
			.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
			.first();
		await target.waitFor();
		for (let press = 0; press < 80; press++) {
			await page.keyboard.press('Tab');
			if (await target.evaluate((element) => element === document.activeElement)) return target;
		}
		throw new Error(`Tab never reaches ${name}`);
	};
	await tabTo('button', /^Type/);
	await page.keyboard.press('Enter');
	await tabTo('link', 'Film');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/type=film/);
	// The list of music is shown until that of films has come.
	const film = page.locator('main article[data-type=film]').first();
	const title = (await film.getByRole('link').textContent()) ?? '';
	await tabTo('link', title);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
	await tabTo('button', 'Join');
	await page.keyboard.press('Enter');
	// Where there are several days, the focus is on the first one by then.
	const days = page.getByRole('dialog', { name: 'Which day?' });
	if (await days.isVisible()) {
		await expect(days.getByRole('table').locator(':focus')).toHaveCount(1);
		await page.keyboard.press('Enter');
	}
	await expect(page.getByRole('button', going)).toBeFocused();
	// A tap right after another one is taken for a part of it.
	await expect(page.getByText('You’re going.', { exact: true })).toBeVisible();
	const menu = page.getByRole('dialog', going);
	await expect(async () => {
		await page.keyboard.press('Enter');
		await expect(menu).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await menu.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
	await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeFocused();
	await tabTo('button', 'Interested');
	await page.keyboard.press('Space');
	await expect(page.getByRole('button', { name: 'Interested', exact: true })).toHaveAttribute(
		'aria-pressed',
		'true',
	);
});

test.describe('after a deployment', () => {
	test.use({ expectedConsoleErrors: [/Failed to load resource|dynamically imported module/] });

	test('an open page whose code is gone loads itself again, once', async ({ page, daybill }) => {
		let loads = 0;
		let isThere = false;
		await page.route('**/assets/{event-page,settings-page}-*.js', (route) =>
			isThere ? route.fallback() : route.fulfill({ status: 404 }),
		);
		// Code that is loaded ahead, once the page is idle, is not needed yet.
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

		// A link that is used before the app runs is followed by the browser.
		await untilReady(page);
		isThere = false;
		await page.getByRole('link', { name: 'Settings' }).click();
		await expect(page.getByRole('alert')).toContainText('Something went wrong');
		expect(loads).toBe(1);
		await page.getByRole('button', { name: 'Try again' }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
	});
});
