import { expect, onPhone, test } from './daybill.ts';

test(
	'the theme follows the system until the user chooses one, which is then remembered',
	onPhone,
	async ({ page, daybill }) => {
		const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		await page.emulateMedia({ colorScheme: 'light' });
		await page.goto(`${daybill.url}/settings`);
		const light = await background();
		await page.emulateMedia({ colorScheme: 'dark' });
		await expect.poll(background).not.toBe(light);
		await page.getByRole('button', { name: 'Light' }).click();
		await expect.poll(background).toBe(light);
		await page.goto(`${daybill.url}/cities`);
		expect(await background()).toBe(light);
	},
);
