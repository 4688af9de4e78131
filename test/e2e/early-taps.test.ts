/** Pages arrive rendered: what is used before the app runs has its effect once it does, and once (decision 29). */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { going, holdFiles, signIn } from './people.ts';
import { findOwnEvent, findSeeded, nightsOf } from './seeded.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The app's scripts, except the one that loads them. */
const scripts = /assets\/(?!start).*\.js/;

/** Opens a page without the app. @returns what lets it start */
async function openWithoutApp(page: Page, url: string): Promise<() => void> {
	await page.unrouteAll();
	const letGo = await holdFiles(page, scripts);
	await page.goto(url, { waitUntil: 'commit' });
	await expect(page.locator('#root h1')).toBeVisible();
	return letGo;
}

/** Methods and paths of the page's writes from now on. */
function watchWrites(page: Page): string[] {
	const writes: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'GET') return;
		writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
	});
	return writes;
}

test('a choice of a list, a removed filter and a typed search', async ({ page, daybill }) => {
	const list = `${daybill.url}/cities/beijing?day_type=week`;
	let letGo = await openWithoutApp(page, list);
	await page.getByRole('button', { name: 'Type' }).click();
	await expect(page.locator(':popover-open a').first()).toBeVisible();
	letGo();
	await expect(page.locator(':popover-open')).toHaveCount(1);

	letGo = await openWithoutApp(page, `${list}&type=music`);
	await page.locator('[data-list-bar] a[aria-label^="Remove"]').click({ noWaitAfter: true });
	letGo();
	await expect(page).toHaveURL(/day_type=week$/);

	for (const sent of [false, true]) {
		letGo = await openWithoutApp(page, `${daybill.url}/cities/beijing/search`);
		await page.getByRole('searchbox').pressSequentially('jazz');
		if (sent) await page.keyboard.press('Enter');
		letGo();
		await expect(page).toHaveURL(/[?&]q=jazz\b/);
		await expect(page.getByRole('searchbox')).toHaveValue('jazz');
	}

	letGo = await openWithoutApp(page, `${daybill.url}/cities`);
	await page.getByLabel('Find a city').pressSequentially('shang');
	letGo();
	await expect(page.getByRole('option').first()).toHaveText('上海 Shanghai');
});

test('Join, also with a day, and Share', async ({ page, daybill }) => {
	await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await signIn(page);
	const writes = watchWrites(page);
	const short = await findOwnEvent(daybill);
	const long = await findSeeded(daybill, (event) => nightsOf(event) >= 2 && nightsOf(event) < 7);
	const join = page.getByRole('button', { name: 'Join', exact: true });

	let letGo = await openWithoutApp(page, `${daybill.url}/events/${short.id}`);
	await join.click();
	await join.click();
	letGo();
	await expect(page.getByRole('button', going)).toBeVisible();
	await expect(page.locator('main section[aria-busy]')).toHaveCount(0);
	expect(writes.filter((write) => write.includes('/api/'))).toEqual([
		expect.stringMatching(/^POST .*\/participants$/),
	]);

	letGo = await openWithoutApp(page, `${daybill.url}/events/${long.id}`);
	// Until it is known whether they are going, who was signed in last sees a neutral button.
	await expect(join).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
	await join.click();
	letGo();
	await page.locator(`dialog[open] [data-day="${long.end_time.slice(0, 10)}"]`).click();
	await expect(page.getByRole('button', going)).toBeVisible();

	letGo = await openWithoutApp(page, `${daybill.url}/events/${short.id}`);
	await page.getByRole('button', { name: 'Share' }).click();
	letGo();
	await expect(page.getByText('Link copied.')).toBeVisible();
});

test('Sign in, and Join of somebody who is signed out', async ({ page, daybill }) => {
	const logins = watchWrites(page);
	for (const [path, name] of [
		['/cities/beijing?day_type=week', 'Sign in'],
		[`/events/${(await findOwnEvent(daybill)).id}`, 'Join'],
	] as const) {
		logins.length = 0;
		const letGo = await openWithoutApp(page, daybill.url + path);
		const button = page.getByRole('button', { name, exact: true });
		await expect(button).toHaveCSS('background-color', 'rgb(179, 36, 15)');
		await button.click();
		letGo();
		await expect(page).toHaveURL(/\/auth2\/auth\?/);
		expect(logins.filter((write) => write === 'POST /auth/login')).toHaveLength(1);
	}
});
