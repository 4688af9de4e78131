import { expect, test } from './daybill.ts';
import { holdFiles } from './people.ts';

test.use({ isShared: true });

/** The app's programs, but not what loads them. */
const programs = /assets\/(?!start).*\.js/;

test('the picture of the first screen comes before the programs', async ({ page, daybill }) => {
	const order: string[] = [];
	page.on('requestfinished', (request) => {
		if (/\/images\//.test(request.url())) order.push('picture');
		if (/assets\/index.*\.js/.test(request.url())) order.push('program');
	});
	await page.goto(`${daybill.url}/events/10000002`);
	expect(order[0]).toBe('picture');
	expect(order).toContain('program');
});

test('what is pressed before the programs are there is done once they are', async ({ page, daybill }) => {
	const letGo = await holdFiles(page, programs);
	await page.goto(`${daybill.url}/events/10000002`, { waitUntil: 'load' });
	await page.getByRole('button', { name: 'Enlarge' }).click();
	await expect(page.getByRole('dialog')).toBeHidden();
	letGo();
	await expect(page.getByRole('dialog')).toBeVisible();
});

test('what is typed before the programs are there is searched for', async ({ page, daybill }) => {
	const letGo = await holdFiles(page, programs);
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`, { waitUntil: 'load' });
	const box = page.getByRole('searchbox');
	await box.pressSequentially('钢琴');
	await box.press('Enter');
	await expect(page).toHaveURL(/day_type=future$/);
	letGo();
	await expect(page).toHaveURL(/day_type=future&q=/);
	await expect(box).toHaveValue('钢琴');
});

test('a broken picture keeps no program back', async ({ page, daybill, expectedConsoleErrors }) => {
	expectedConsoleErrors.push(/ERR_FAILED/);
	await page.route(/\/images\//, (route) => route.abort());
	await page.goto(`${daybill.url}/events/10000002`);
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
