import type { Page } from '@playwright/test';
import { consentAt } from '../sandbox/consent.ts';
import { type Daybill, expect, test } from './daybill.ts';
import { consent, findTomorrowsMusic, join } from './people.ts';
import { somebody } from './person.ts';

/** Rejected sign-ins have status 4xx, which Chromium reports in its console. */
test.use({ isShared: true, expectedConsoleErrors: [/Failed to load resource/] });

const signInButton = { name: 'Sign in', exact: true } as const;

/** Presses Sign in and goes through the consent up to the redirect. @returns the callback URL, which the app has not opened yet */
async function callbackUrl(page: Page, daybill: Daybill): Promise<URL> {
	await page.goto(`${daybill.url}/cities/beijing`);
	const { promise: authorization, resolve } = Promise.withResolvers<string>();
	await page.route('**/service/auth2/auth?*', async (route) => {
		await route.fulfill({ status: 204 });
		resolve(route.request().url());
	});
	await page.getByRole('button', signInButton).first().click();
	const { search } = new URL(await authorization);
	await page.unroute('**/service/auth2/auth?*');
	return consentAt(daybill.sandboxUrl, search.slice(1), { uid: (await somebody()).uid });
}

/** Expects that nobody is signed in, and that the page says that the sign-in failed and offers another try. */
async function expectRejection(page: Page, daybill: Daybill): Promise<void> {
	await expect(page.getByRole('main').getByRole('button', { name: /sign in/i })).toBeVisible();
	await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
	const session = await page.evaluate(async () =>
		(await fetch('/auth/session', { headers: { 'X-CSRF': '1' } })).json(),
	);
	expect(session).toMatchObject({ signed_in: false });
	await expect(page).not.toHaveURL(/code=|state=/);
	expect(page.url().startsWith(daybill.url)).toBe(true);
}

/** Calls of the page to /auth/token from now on. */
async function tokenPosts(page: Page): Promise<string[]> {
	const posts: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().endsWith('/auth/token')) posts.push(request.url());
	});
	return posts;
}

test.describe('a callback is rejected with a clear page and no session (RFC 6749 §10.12)', () => {
	test('when it belongs to another browser', async ({ page, browser, daybill }) => {
		const theirs = await browser.newPage();
		const url = await callbackUrl(theirs, daybill);
		const posts = await tokenPosts(page);
		await page.goto(url.href);
		await expectRejection(page, daybill);
		expect(posts).toEqual([]);
		await theirs.close();
	});
});

test('Deny returns to the event with a note', async ({ page, daybill }) => {
	await findTomorrowsMusic(page, daybill.url);
	const event = page.url();
	await join(page);
	await consent(page, 'Deny');
	await expect(page).toHaveURL(event);
	await expect(
		page.getByText(/not signed in|you chose not to|did not allow|declined/i).first(),
	).toBeVisible();
	await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
});
