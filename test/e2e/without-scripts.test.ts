import { expect, test } from './daybill.ts';
import { choose } from './people.ts';
import { onceOnDesktop, onceOnPhone } from './widths.ts';

test.use({ javaScriptEnabled: false, isShared: true });

test(
	'a list can be read and filtered, and its links work, before any script has run',
	onceOnPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
		// A page has 20 events; those that have ended since it was fetched are not shown.
		expect(await page.locator('main article').count()).toBeGreaterThan(10);
		await choose(page, 'Type', 'Film');
		await expect(page).toHaveURL(/type=film/);
		await expect(page.locator('main article').first()).toHaveAttribute('data-type', 'film');
		const link = page.locator('main article h3 a').first();
		const title = (await link.textContent()) ?? '';
		const href = (await link.getAttribute('href')) ?? '';
		await page.goto(daybill.url + href);
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
		await expect(page.locator('main dl')).toBeVisible();
		await expect(page.getByRole('img', { name: `Poster of ${title}` }).first()).toBeVisible();
	},
);

test('the chosen day is in view, at the top of the page, before any script has run', async ({
	page,
	daybill,
}) => {
	await page.goto(`${daybill.url}/cities/beijing?day_type=future&type=music`);
	const chosen = page.getByRole('navigation', { name: 'When' }).locator('[aria-current="true"]');
	await expect(chosen).toBeInViewport({ ratio: 1 });
	await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
	await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
});

test(
	'a poster can be enlarged, the dialog to subscribe opens and closes, and a search is sent, before any script has run',
	onceOnPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/events/10000002`);
		await page.getByRole('button', { name: 'Enlarge' }).click();
		await expect(page.getByRole('dialog')).toBeVisible();
		await page.goto(`${daybill.url}/cities/beijing?day_type=week&type=music`);
		await page.getByRole('button', { name: 'Sort & view' }).click();
		await page.getByRole('button', { name: 'Subscribe' }).click();
		const dialog = page.getByRole('dialog', { name: /Subscribe/ });
		await dialog.getByRole('button', { name: 'Close' }).click();
		await expect(dialog).toBeHidden();
		await page.getByRole('dialog', { name: 'Sort & view' }).getByRole('button', { name: 'Close' }).click();
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await page.getByRole('searchbox').fill('钢琴');
		await page.getByRole('searchbox').press('Enter');
		await expect(page).toHaveURL(
			`${daybill.url}/cities/beijing?day_type=week&type=music&q=${encodeURI('钢琴')}`,
		);
	},
);

test('a city can be chosen before any script has run', onceOnDesktop, async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/cities`);
	await page.getByRole('link', { name: /上海/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: '上海' })).toBeVisible();
});

test.describe('in Chinese and dark', () => {
	test.use({ locale: 'zh-CN' });

	test(
		'the chosen language and theme are in the first HTML',
		onceOnDesktop,
		async ({ page, daybill, context }) => {
			await context.addCookies([{ name: 'daybill-theme', value: 'dark', url: daybill.url }]);
			await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
			await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
			await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
			await page.getByRole('button', { name: '类型' }).click();
			await expect(page.getByRole('link', { name: '电影', exact: true })).toBeVisible();
		},
	);
});
