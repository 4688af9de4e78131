import { freePort } from '../free-port.ts';
import { recordedApplication } from '../recorded-service/authorization.ts';
import { startRecordedService } from '../recorded-service/start-recorded-service.ts';
import { expect, startDaybill, test } from './daybill.ts';
import { accountButton, confirmed, join } from './people.ts';

/**
 * Its images have URLs that do not exist; and the browser reports, for each inline style and handler that the
 * sanitiser parses, that the Content-Security-Policy blocks it, before the sanitiser removes it.
 */
test.use({
	expectedConsoleErrors: [
		/Failed to load resource|^(Applying inline style|Executing inline event handler) violates .*assets\/html-text/,
	],
});

test('the app works with a service that behaves like a recorded one, chosen by settings alone', async ({
	page,
}) => {
	const port = await freePort();
	const service = await startRecordedService(`http://localhost:${port}/callback`);
	const daybill = await startDaybill({
		port,
		environment: {
			EVENTS_BASE_URL: service.origin,
			EVENTS_AUTH_URL: service.origin,
			OAUTH_CLIENT_ID: recordedApplication.clientId,
			OAUTH_CLIENT_SECRET: recordedApplication.clientSecret,
			OAUTH_TOKEN_PARAMS: 'query',
		},
	});
	try {
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
		const card = page.locator('main a[href^="/events/"]').first();
		await expect(card).toBeVisible();

		await card.click();
		await expect(page.getByRole('heading', { level: 1 })).toContainText('北京');
		// The description is HTML with a script, an iframe and an onerror: shown as text and links, never run.
		await expect(page.getByRole('link', { name: '报名' }).first()).toBeVisible();
		await expect(page.locator('main iframe, main script, main [onerror]')).toHaveCount(0);
		expect(await page.evaluate(() => 'recorded' in window)).toBe(false);

		await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
		await expect(accountButton(page)).toBeVisible();
		const leave = page.getByRole('button', { name: 'Leave', exact: true });
		await confirmed(page, () => join(page));
		await expect(leave).toBeVisible();
		await page.reload();
		await leave.click();
		await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
	} finally {
		await page.goto('about:blank');
		await daybill.stop();
		await service.close();
	}
});
