/** Interactions with rendered pages before hydration take effect exactly once, after it (decision 29). */
import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { consent, going, holdFiles, watchWrites } from './people.ts';
import { findOwnEvent, findSeeded, nightsOf } from './seeded.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The app's scripts, except the entry that loads them. */
const scripts = /assets\/(?!start).*\.js/;

/** The background of primary buttons. */
const primary = 'rgb(179, 36, 15)';

/** Opens a page whose app does not load. @returns a function that lets it load */
async function openWithoutApp(page: Page, url: string): Promise<() => void> {
	await page.unrouteAll();
	const letGo = await holdFiles(page, scripts);
	await page.goto(url, { waitUntil: 'commit' });
	await expect(page.locator('#root h1')).toBeVisible();
	return letGo;
}

test('taps on a menu, a filter and Sign in, and a typed search, are not lost before the app starts', async ({
	page,
	daybill,
}) => {
	const list = `${daybill.url}/cities/beijing?day_type=week`;
	let letGo = await openWithoutApp(page, list);
	await page.getByRole('button', { name: 'Type' }).click();
	await expect(page.locator('dialog[open] a').first()).toBeVisible();
	letGo();
	await expect(page.locator('dialog[open]')).toHaveCount(1);

	letGo = await openWithoutApp(page, `${list}&type=music`);
	await page.locator('[data-filter-bar] a[aria-label^="Remove"]').click({ noWaitAfter: true });
	letGo();
	await expect(page).toHaveURL(/day_type=week$/);

	letGo = await openWithoutApp(page, `${daybill.url}/cities/beijing/search`);
	await page.getByRole('searchbox').pressSequentially('jazz');
	letGo();
	await expect(page).toHaveURL(/[?&]q=jazz\b/);
	await expect(page.getByRole('searchbox')).toHaveValue('jazz');

	const signIns = watchWrites(page, '/auth/login');
	letGo = await openWithoutApp(page, list);
	const button = page.getByRole('button', { name: 'Sign in', exact: true });
	await expect(button).toHaveCSS('background-color', primary);
	await button.click();
	letGo();
	await expect(page).toHaveURL(/\/auth2\/auth\?/);
	expect(signIns).toHaveLength(1);
});

test('a signed-out visitor’s tap on Join, and a signed-in one’s with a day, are not lost before the app starts', async ({
	page,
	daybill,
}) => {
	const own = await findOwnEvent(daybill);
	const other = await findOwnEvent(daybill);
	const long = await findSeeded(daybill, (event) => nightsOf(event) >= 2 && nightsOf(event) < 7);
	const join = page.getByRole('button', { name: 'Join', exact: true });
	const signIns = watchWrites(page, '/auth/login');

	let letGo = await openWithoutApp(page, `${daybill.url}/events/${own.id}`);
	await expect(join).toHaveCSS('background-color', primary);
	await join.click();
	letGo();
	await consent(page, 'Allow');
	await expect(page.getByText('You’re going.', { exact: true })).toBeVisible();
	expect(signIns).toHaveLength(1);

	const writes = watchWrites(page, '/api/');
	letGo = await openWithoutApp(page, `${daybill.url}/events/${other.id}`);
	await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeHidden();
	await join.click();
	await join.click();
	letGo();
	await expect(page.getByRole('button', going)).toBeVisible();
	await expect(page.locator('main section[aria-busy]')).toHaveCount(0);
	expect(writes).toEqual([expect.stringMatching(/^POST .*\/participants$/)]);

	letGo = await openWithoutApp(page, `${daybill.url}/events/${long.id}`);
	// A signed-in user may have joined, so the button is neutral until their relation is known.
	await expect(join).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
	await join.click();
	letGo();
	// The last day may be in a later month than the displayed one.
	await page.locator('dialog[open] [data-day]').last().click();
	await expect(page.getByRole('button', going)).toBeVisible();
});
