import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { expect, test } from './daybill.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

test('the console sends an operation and shows the whole response, exports its history, and passes axe', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/developers`);
	await page.getByLabel('day_type').selectOption('week');
	await page.getByLabel('count').fill('2');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('200');
	const body = JSON.parse(await page.getByRole('region', { name: 'Body' }).innerText()) as {
		events: object[];
	};
	expect(body.events).toHaveLength(2);
	expect(body.events[0]).toHaveProperty('content');
	await expectAccessible(page);
	await expect(
		page.getByText(/\/v2\/event\/list\?loc=\w+&day_type=week&type=all&start=0&count=2'/).first(),
	).toBeVisible();
	await page.getByRole('combobox', { name: /^Operation/ }).selectOption('getEvent');
	await page.getByLabel(/Identifier/).fill('no-such');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('400');
	await page.getByLabel('Filter by path or status').fill('400');
	await expect(page.getByRole('button', { name: 'GET /v2/event/no-such' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'GET /v2/event/list' })).toHaveCount(0);
	await page.getByLabel('Filter by path or status').fill('');
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export as HAR' }).click();
	const har = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
		log: { entries: object[] };
	};
	expect(har.log.entries).toHaveLength(2);
	expect(JSON.stringify(har)).not.toMatch(/Bearer|cookie:/i);
});
