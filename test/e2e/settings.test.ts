import { expect, test } from './daybill.ts';
import { onPhone } from './widths.ts';

test(
	'the theme follows the system until one is chosen, which is then remembered',
	onPhone,
	async ({ page, daybill }) => {
		const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		await page.emulateMedia({ colorScheme: 'light' });
		await page.goto(`${daybill.url}/settings`);
		const light = await background();
		await page.emulateMedia({ colorScheme: 'dark' });
		await expect.poll(background).not.toBe(light);
		await page.getByRole('radio', { name: 'Light' }).check();
		await expect.poll(background).toBe(light);
		await page.goto(`${daybill.url}/cities`);
		expect(await background()).toBe(light);
	},
);

test.describe('with its worker', () => {
	test.use({ serviceWorkers: 'allow', expectedConsoleErrors: [/ERR_/] });

	test('a visitor loads the texts of one language only, and comes back to the last one without a network', async ({
		context,
		page,
		daybill,
	}) => {
		const loaded = new Set<string>();
		page.on('response', (response) => {
			if (/\/assets\/.*\.js$/.test(response.url())) loaded.add(response.url());
		});
		/** The texts of all scripts since the last time. The browser forgets the body of a response when the page is left. */
		const scripts = async () => {
			const responses = await Promise.all([...loaded].map((url) => context.request.get(url)));
			loaded.clear();
			return (await Promise.all(responses.map((response) => response.text()))).join('\n');
		};
		const list = `${daybill.url}/cities/shanghai?day_type=week`;
		const skip = (name: string) => expect(page.getByRole('link', { name }).first()).toBeAttached();

		await page.goto(`${daybill.url}/settings`);
		await page.evaluate(() => navigator.serviceWorker.ready);
		await page.goto(list);
		await expect(page.locator('[data-waiting]')).toHaveCount(0);
		const english = await scripts();
		expect(english).toContain('Skip to content');
		expect(english).not.toContain('跳到正文');

		await page.goto(`${daybill.url}/settings`);
		loaded.clear();
		await page.locator('summary', { hasText: 'Language' }).click();
		// It loads the page again.
		await page.getByRole('radio', { name: '简体中文' }).click();
		await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
		const chinese = await scripts();
		expect(chinese).toContain('跳到正文');
		expect(chinese).not.toContain('Skip to content');

		await context.setOffline(true);
		await page.reload();
		await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
		await skip('跳到正文');
		await page.goto(list);
		await skip('跳到正文');
		await context.setOffline(false);
	});
});
