import type { Page } from '@playwright/test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { freePort } from '../free-port.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { collectTraces } from './browser-traces.ts';
import { expect, startDaybill, test } from './daybill.ts';
import { confirmed, consent, findTomorrowsMusic, going, join, leave, signInByPages } from './people.ts';
import { beginWith } from './person.ts';
import { onPhone } from './widths.ts';

test.use({ isShared: true, contextOptions: { reducedMotion: 'no-preference' } });

/** The card of an event in a list. */
const linkTo = (page: Page, event: string) => page.locator(`main a[href="${event}"]`);

const joinButton = { name: 'Join', exact: true } as const;

test(
	'a person finds an event, marks it, joins it with a date, sees it in My events, and leaves it',
	onPhone,
	async ({ page, daybill }) => {
		const event = await findTomorrowsMusic(page, daybill.url);
		const interested = page.getByRole('button', { name: 'Interested', exact: true });

		await interested.click();
		await confirmed(page, () => consent(page, 'Allow'));
		await expect(page).toHaveURL(/\/events\/\d+$/);
		await expect(interested).toHaveAttribute('aria-pressed', 'true');
		await page.goto(`${daybill.url}/me/wished`);
		await linkTo(page, event).click();
		await expect(interested).toHaveAttribute('aria-pressed', 'true');

		await confirmed(page, () => join(page));
		await expect(page.getByRole('button', going)).toBeVisible();

		await page.goto(`${daybill.url}/me/participated`);
		await linkTo(page, event).click();
		await confirmed(page, () => leave(page));
		await expect(page.getByRole('button', joinButton)).toBeVisible();

		await page.goto(`${daybill.url}/me/participated`);
		await expect(page.getByText('No events yet.')).toBeVisible();
	},
);

test('no token and no client secret is ever in the browser', onPhone, async ({ page }) => {
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
	await signInByPages(page);
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
