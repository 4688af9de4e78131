import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './daybill.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ isShared: true });

test(
	'cities are found while typing, in Latin and Chinese characters, grouped by region',
	onceOnPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities`);
		const field = page.getByLabel('Find a city');
		const cities = page.locator('main li a');
		await expect.poll(() => cities.count()).toBeGreaterThan(40);
		expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3);
		await expect(page.getByRole('heading', { level: 2, name: 'Other places' })).toBeVisible();

		await field.fill('SHANG');
		const options = page.getByRole('option');
		await expect(options.first()).toHaveText('上海 Shanghai');
		expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
		await field.fill('北京');
		await expect(options).toHaveCount(1);
		await page.keyboard.press('Escape');
		await expect(options).toHaveCount(0);
		await field.fill('nowhere at all');
		await expect(page.getByText('No city called “nowhere at all”. Try another spelling.')).toBeVisible();
		await field.fill('shang');
		await expect(options.first()).toHaveText('上海 Shanghai');
		await field.fill('bejing');
		await expect(options.first()).toHaveText('北京 Beijing');
		await field.fill('shang');
		await page.keyboard.press('ArrowDown');
		await expect(options.first()).toHaveAttribute('aria-selected', 'true');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('heading', { level: 1, name: '上海' })).toBeVisible();
	},
);

test(
	'the app opens with the last city, which the settings name',
	onceOnDesktop,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/shanghai`);
		await expect(page.getByRole('heading', { level: 1, name: '上海' })).toBeVisible();
		await page.goto(daybill.url);
		await expect(page).toHaveURL(`${daybill.url}/cities/shanghai`);
		await page.goto(`${daybill.url}/settings`);
		await expect(page.getByRole('link', { name: '上海' })).toBeVisible();
		await page.getByRole('link', { name: 'Choose another city' }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Choose your city' })).toBeVisible();
	},
);
