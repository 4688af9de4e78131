import { readFileSync } from 'node:fs';
import { freePort } from '../free-port.ts';
import { expect, startDaybill, test } from './daybill.ts';
import { signIn } from './people.ts';

test.use({ isShared: true, expectedConsoleErrors: [/Failed to load resource/] });

test('a form sends an operation and shows the whole response, with curl, TypeScript, history and HAR', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/developers`);
	await page.getByLabel('day_type').selectOption('week');
	await page.getByLabel('count').fill('2');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('200');
	const body = JSON.parse(await page.getByRole('textbox', { name: 'Body' }).inputValue()) as {
		events: object[];
	};
	expect(body.events).toHaveLength(2);
	expect(body.events[0]).toHaveProperty('content');
	await page.getByText('curl', { exact: true }).click();
	await expect(
		page.getByText(`${daybill.sandboxUrl}/v2/event/list?day_type=week&count=2`).first(),
	).toBeVisible();
	await page.getByRole('combobox', { name: /^Operation/ }).selectOption('getEvent');
	await page.getByLabel(/Identifier/).fill('no-such');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('400');
	await page.getByLabel('Filter by path or status').fill('400');
	await expect(page.locator('li').filter({ hasText: '/v2/event/no-such' })).toBeVisible();
	await expect(page.locator('li').filter({ hasText: '/v2/event/list' })).toHaveCount(0);
	await page.getByLabel('Filter by path or status').fill('');
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export as HAR' }).click();
	const har = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
		log: { entries: object[] };
	};
	expect(har.log.entries).toHaveLength(2);
	expect(JSON.stringify(har)).not.toMatch(/Bearer|cookie:/i);
});

test('the conformance check runs with one button, and finds no difference in the sandbox', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/developers`);
	await page.getByRole('button', { name: 'Check sandbox' }).click();
	await expect(page.getByTestId('conformance-counts')).toContainText('differs: 0');
	await page.getByText(/^§/).first().click();
	await expect(page.getByText('conforms', { exact: true }).first()).toBeVisible();
});

test.describe('with the controls of the sandbox', () => {
	test.use({ isShared: false });

	test('both limits have gauges when signed in; a refresh is too early (124) until the week is over', async ({
		page,
		daybill,
	}) => {
		await page.goto(`${daybill.url}/cities/beijing`);
		await signIn(page);
		await page.goto(`${daybill.url}/developers`);
		await page.getByRole('radio', { name: 'Signed-in user' }).check();
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await expect(page.getByText(/This user and application: \d+ of 500 left/)).toBeVisible();
		await expect(page.getByText(/This server: \d+ of 5000 left/)).toBeVisible();
		await page.getByRole('button', { name: 'Refresh token' }).click();
		await expect(page.getByTestId('refresh-result')).toContainText('124');
		const before = await page.getByTestId('virtual-time').innerText();
		await page.getByRole('button', { name: /Advance 1 week/ }).click();
		await expect(page.getByTestId('virtual-time')).not.toHaveText(before);
		await page.getByRole('button', { name: 'Refresh token' }).click();
		await expect(page.getByTestId('refresh-result')).toContainText('Refreshed');
		const changed = page.waitForResponse(/\/users\//);
		await page.getByRole('button', { name: 'Change my password' }).click();
		await changed;
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await expect(page.getByTestId('response-status')).toHaveText('401');
	});

	test('every error code is listed and can be provoked with one button', async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/developers`);
		for (const code of [102, 107, 113, 121, 100, 111, 127, 999]) {
			await page.getByRole('button', { name: `Trigger ${code}`, exact: true }).click();
			await expect(page.getByText(new RegExp(`Got 400: .*"code":${code}`))).toBeVisible();
		}
		await expect(page.getByRole('button', { name: /^Trigger \d+$/ })).toHaveCount(30);
	});

	test('faults can be switched on for one operation, and removed', async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/developers`);
		await page.getByRole('combobox', { name: 'For the next call of' }).selectOption('GET /v2/event/list');
		await page.getByRole('button', { name: 'Send malformed JSON' }).click();
		await expect(page.getByText('Faults pending: 1')).toBeVisible();
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await expect(page.getByTestId('response-status')).toHaveText('502');
		await page.getByRole('button', { name: 'Fail with 999' }).click();
		await page.getByRole('button', { name: 'Clear all faults' }).click();
		await expect(page.getByText('Faults pending: 0')).toBeVisible();
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await expect(page.getByTestId('response-status')).toHaveText('200');
	});
});

test('the app works the same in front of an external service, without the controls of the sandbox', async ({
	page,
	daybill,
}) => {
	const port = await freePort();
	await daybill.control('POST', '/apps', {
		client_id: 'another',
		client_secret: 'another-secret',
		redirect_uri: `http://localhost:${port}/callback`,
	});
	const other = await startDaybill({
		port,
		environment: {
			EVENTS_BASE_URL: daybill.sandboxUrl,
			EVENTS_AUTH_URL: daybill.sandboxUrl,
			OAUTH_CLIENT_ID: 'another',
			OAUTH_CLIENT_SECRET: 'another-secret',
		},
	});
	try {
		await page.goto(`${other.url}/cities/beijing?day_type=future`);
		await signIn(page);
		await page.getByRole('article').first().getByRole('link').click();
		await page.getByRole('button', { name: 'Interested', exact: true }).click();
		await expect(page.getByRole('button', { name: 'Interested', exact: true })).toHaveAttribute(
			'aria-pressed',
			'true',
		);
		await page.goto(`${other.url}/developers`);
		await expect(page.getByRole('heading', { name: 'Error codes' })).toBeVisible();
		await expect(page.getByRole('heading', { name: 'Sandbox' })).toHaveCount(0);
		const status = await page.evaluate(async () =>
			fetch('/developers/sandbox/state', { headers: { 'X-CSRF': '1' } }).then(({ status }) => status),
		);
		expect(status).toBe(404);
	} finally {
		await page.goto('about:blank');
		await other.stop();
	}
});
