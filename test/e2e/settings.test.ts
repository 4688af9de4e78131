import { expect, test } from './daybill.ts';

test.use({ isShared: true });

test('the theme follows the system until one is chosen, which is then remembered', async ({
	page,
	daybill,
}) => {
	const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	await page.emulateMedia({ colorScheme: 'light' });
	await page.goto(`${daybill.url}/settings`);
	const light = await background();
	await page.emulateMedia({ colorScheme: 'dark' });
	await expect.poll(background).not.toBe(light);
	await page.getByRole('radio', { name: 'Light' }).check();
	await expect.poll(background).toBe(light);
	await page.reload();
	expect(await background()).toBe(light);
	await page.goto(`${daybill.url}/cities`);
	expect(await background()).toBe(light);
});

test('numbers, dates and plurals are in the chosen language', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/settings`);
	await page.getByRole('radio', { name: '简体中文' }).check();
	await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
	await expect(page.getByRole('status').filter({ hasText: /\d 个活动|\d+ ?场/ })).toBeVisible();
	await expect(page.getByRole('article').first()).toContainText(/\d月|今天|明天|星期|周/);
	await page.goto(`${daybill.url}/events/10000014`);
	await expect(page.getByTestId('participant-count')).toContainText(/人/);
});
