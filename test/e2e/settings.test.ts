import { expect, test } from './daybill.ts';
import { chooseLanguage } from './people.ts';
import { onPhone } from './widths.ts';

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
		await page.getByRole('radio', { name: 'Light' }).check();
		await expect.poll(background).toBe(light);
		await page.goto(`${daybill.url}/cities`);
		expect(await background()).toBe(light);
	},
);

test('a visitor loads the messages of only one language', async ({ page, context, daybill }) => {
	const loaded = new Set<string>();
	page.on('response', (response) => {
		if (/\/assets\/.*\.js$/.test(response.url())) loaded.add(response.url());
	});
	/** The text of all scripts loaded since the last call. The browser discards the body of a response when the page is left. */
	const scripts = async () => {
		const responses = await Promise.all([...loaded].map((url) => context.request.get(url)));
		loaded.clear();
		return (await Promise.all(responses.map((response) => response.text()))).join('\n');
	};
	await page.goto(`${daybill.url}/settings`);
	const english = await scripts();
	expect(english).toContain('Skip to content');
	expect(english).not.toContain('跳到正文');
	await chooseLanguage(page, '简体中文', '设置');
	const chinese = await scripts();
	expect(chinese).toContain('跳到正文');
	expect(chinese).not.toContain('Skip to content');
});
