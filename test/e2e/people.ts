/** Steps of users in the app, for the end-to-end tests. */
import { expect, type Page } from '@playwright/test';
import type { LoginRequest, TokenRequest } from '../../src/contract/bff-api/auth.ts';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import { consentAt } from '../sandbox/consent.ts';
import { currentDaybill, testUser } from './person.ts';

/** Delays files that the page requests. @returns a function that releases them */
export async function holdFiles(page: Page, files: RegExp): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route(files, async (route) => {
		await promise;
		await route.continue();
	});
	return resolve;
}

/** Methods and paths of the page's writes from now on, below this path. */
export function watchWrites(page: Page, below: '/api/' | '/auth/login'): string[] {
	const writes: string[] = [];
	page.on('request', (request) => {
		const { pathname } = new URL(request.url());
		if (request.method() !== 'GET' && pathname.startsWith(below))
			writes.push(`${request.method()} ${pathname}`);
	});
	return writes;
}

/**
 * Clicks Sign in if the app asks. On the sandbox's pages, signs in if required, by default as the test's user, and
 * allows or denies access. A user who allowed access earlier, on the same test instance, continues without a choice.
 */
export async function consent(page: Page, decision: 'Allow' | 'Deny', uid?: string): Promise<void> {
	const name = page.getByLabel(/username/i);
	const choice = page.getByRole('button', { name: decision === 'Allow' ? /^(Allow|Continue)$/ : 'Deny' });
	const first = page.locator('dialog[open]').getByRole('button', { name: 'Sign in' });
	await expect(name.or(choice).or(first).first()).toBeVisible();
	if (await first.isVisible()) await first.click();
	await expect(name.or(choice).first()).toBeVisible();
	const sandbox = new URL(page.url()).origin;
	if (await name.isVisible()) {
		const who = uid ?? (await testUser()).uid;
		await name.fill(who);
		await page.getByLabel(/password/i).fill(`${who}-daybill`);
		await page.getByRole('button', { name: /sign in/i }).click();
	}
	const isBack = () => new URL(page.url()).origin !== sandbox;
	await expect.poll(async () => isBack() || (await choice.isVisible())).toBe(true);
	if (!isBack()) await choice.click();
	await expect.poll(isBack).toBe(true);
}

/*
 * Menus are opened by keyboard: before a click, Playwright scrolls the page to reach the menu item, and the
 * menu moves with its button, away from the pointer.
 */

/** The header's button for the account menu, only for signed-in users. */
export const accountButton = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });

/** From any page of the app: signs out. */
export async function signOut(page: Page): Promise<void> {
	await accountButton(page).click();
	await page.getByRole('button', { name: 'Sign out', exact: true }).press('Enter');
}

/** Signs in with requests instead of pages, and reloads the current page. Later pages are signed in. */
export async function signIn(page: Page, uid?: string): Promise<void> {
	const { url, sandboxUrl } = currentDaybill();
	const state = crypto.randomUUID();
	const post = async (path: string, data: LoginRequest | TokenRequest) => {
		const response = await page.request.post(url + path, {
			data,
			headers: { [csrfHeader]: '1', origin: url },
		});
		expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
	};
	await post('/auth/login', { state });
	const query = new URLSearchParams({
		client_id: 'daybill-demo',
		redirect_uri: `${url}/callback`,
		response_type: 'code',
		scope: 'event_basic_r,event_basic_w',
		state,
	});
	const back = await consentAt(sandboxUrl, query.toString(), { uid: uid ?? (await testUser()).uid });
	const code = back.searchParams.get('code') ?? '';
	await post('/auth/token', { grant_type: 'authorization_code', code, state });
	if (page.url() !== 'about:blank') await page.reload();
}

/** On a city's list: chooses a type, a view or a sort order in the menu of that button. */
export async function choose(page: Page, what: 'Type' | 'Sort & view', option: string): Promise<void> {
	await page.getByRole('button', { name: new RegExp(`^${what}`) }).click();
	await page
		.getByRole('dialog', { name: what, exact: true })
		.getByRole('link', { name: option, exact: true })
		.press('Enter');
}

/** The title on an event's page. After a navigation the URL changes first, while the previous page stays. */
export const eventTitle = (page: Page) => page.locator('main article').getByRole('heading', { level: 1 });

/** On an event's page: waits until the user's relation to it is known. */
export const relationIsKnown = (page: Page) =>
	expect(page.getByRole('region', { name: 'Your plans' })).not.toHaveAttribute('aria-busy');

/** Joins, leaves or marks an event, and waits for the response: the page shows a change earlier. */
export async function confirmed(page: Page, act: () => Promise<void>): Promise<void> {
	const response = page.waitForResponse(
		(each) =>
			each.request().method() !== 'GET' && /\/(participants|wishers)$/.test(new URL(each.url()).pathname),
	);
	await act();
	await response;
}

/** On an event's page: the Join button after joining. */
export const going = { name: /^Going/ } as const;

/** On an event's page: joins it, on its first remaining day if there are several. */
export async function join(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Join', exact: true }).click();
	const days = page.getByRole('dialog', { name: 'Which day?' });
	if (await days.isVisible()) await days.locator('[data-day]').first().click();
}
