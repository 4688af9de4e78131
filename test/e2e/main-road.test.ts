import type { Page } from '@playwright/test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { freePort } from '../free-port.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { collectTraces } from './browser-traces.ts';
import { expect, startDaybill, test } from './daybill.ts';
import { confirmed, consent, findTomorrowsMusic, going, goingCount, join, leave, signIn } from './people.ts';
import { beginWith } from './person.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true, contextOptions: { reducedMotion: 'no-preference' } });

/** The card of an event in a list. */
const linkTo = (page: Page, event: string) => page.locator(`main a[href="${event}"]`);

const joinButton = { name: 'Join', exact: true } as const;

test.describe('when nobody else joins it', () => {
	test.use({ isShared: false });

	test(
		'a person finds an event, joins it with a date, sees it in My events, and leaves it',
		onceOnPhone,
		async ({ page, daybill }) => {
			const event = await findTomorrowsMusic(page, daybill.url);
			const before = await goingCount(page);

			await join(page);
			await confirmed(page, () => consent(page, 'Allow'));

			await expect(page).toHaveURL(/\/events\/\d+$/);
			await expect(page.getByRole('button', going)).toBeVisible();
			await expect.poll(() => goingCount(page)).toBe(before + 1);

			await page.goto(`${daybill.url}/me/participated`);
			await expect(linkTo(page, event)).toBeVisible();
			await page.reload();
			await linkTo(page, event).click();
			await confirmed(page, () => leave(page));
			await expect(page.getByRole('button', joinButton)).toBeVisible();
			await expect.poll(() => goingCount(page)).toBe(before);

			await page.goto(`${daybill.url}/me/participated`);
			await expect(page.getByText('No events yet.')).toBeVisible();
			await expect(linkTo(page, event)).toHaveCount(0);
		},
	);
});

test('interest is marked and unmarked independently of joining', onceOnPhone, async ({ page, daybill }) => {
	const event = await findTomorrowsMusic(page, daybill.url);
	await signIn(page);
	const interested = page.getByRole('button', { name: 'Interested', exact: true });
	await expect(interested).toHaveAttribute('aria-pressed', 'false');
	await confirmed(page, () => interested.click());
	await expect(interested).toHaveAttribute('aria-pressed', 'true');

	await page.goto(`${daybill.url}/me/wished`);
	await linkTo(page, event).click();
	await expect(interested).toHaveAttribute('aria-pressed', 'true');
	await confirmed(page, () => interested.click());
	await expect(interested).toHaveAttribute('aria-pressed', 'false');
	await page.reload();
	await expect(interested).toHaveAttribute('aria-pressed', 'false');
});

test.describe('when the token has expired', () => {
	// Its clock is moved.
	test.use({ isShared: false });

	test('it is refreshed once, unnoticed by the person', onceOnDesktop, async ({ page, daybill }) => {
		await findTomorrowsMusic(page, daybill.url);
		await signIn(page);
		const eightDays = 8 * 86_400;
		await daybill.control('POST', '/clock', { advance_seconds: eightDays });
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		await page.locator('main a[href^="/events/"]').first().click();
		await join(page);
		await expect(page.getByRole('button', going)).toBeVisible();
	});
});

test.describe('when the process is killed', () => {
	test.use({ isShared: false, expectedConsoleErrors: [/ERR_(CONNECTION|EMPTY|SOCKET)/] });

	test('a confirmed join and the session survive a SIGKILL', onceOnDesktop, async ({ page, daybill }) => {
		await findTomorrowsMusic(page, daybill.url);
		await signIn(page);
		const confirmed = page.waitForResponse(
			(response) => response.url().includes('/participants') && response.request().method() === 'POST',
		);
		await join(page);
		expect((await confirmed).status()).toBe(202);
		await daybill.kill();
		await daybill.start();
		await page.reload();
		await expect(page.getByRole('button', going)).toBeVisible();
		await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0);
	});
});

test('no token and no client secret is ever in the browser', onceOnPhone, async ({ page }) => {
	const port = await freePort();
	const sandbox = await startSandbox({
		host: '127.0.0.1',
		port: 0,
		database: ':memory:',
		redirectUri: `http://localhost:${port}/callback`,
	});
	beginWith({
		async control(method, path, body) {
			const headers = { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' };
			const url = `${sandbox.origin}/_sandbox${path}`;
			const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
			return (await response.json()) as Record<string, unknown>;
		},
	});
	const proxy = await startRecordingProxy(sandbox.origin);
	const daybill = await startDaybill({
		port,
		environment: {
			EVENTS_BASE_URL: proxy.origin,
			EVENTS_AUTH_URL: proxy.origin,
			IMAGE_ORIGINS: sandbox.origin,
			OAUTH_CLIENT_ID: 'daybill-demo',
			OAUTH_CLIENT_SECRET: 'daybill-demo-secret',
		},
	});
	const traces = collectTraces(page, daybill.url);
	await findTomorrowsMusic(page, daybill.url);
	await signIn(page);
	await confirmed(page, () => join(page));
	await expect(page.getByRole('button', going)).toBeVisible();
	await page.goto(`${daybill.url}/me/participated`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	expect(proxy.tokens.length).toBeGreaterThan(0);
	expect(await traces.placesOf([...proxy.tokens, 'daybill-demo-secret'])).toEqual([]);
	await page.goto('about:blank');
	await daybill.stop();
	await proxy.close();
	await sandbox.close();
});
