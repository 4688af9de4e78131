import { expect, onPhone, test } from './daybill.ts';
import { choose } from './people.ts';

test.use({ javaScriptEnabled: false });

/** In CSS pixels. */
const touchSize = 44;

test(
	'without scripts, a list can be filtered, continued and searched, an event, its poster and a day opened, and buttons that need scripts are hidden',
	onPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities`);
		await page.getByRole('link', { name: /北京/ }).first().click();
		await expect(page.getByRole('heading', { level: 1, name: '北京' })).toBeVisible();
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		// A page has 20 events; those that have ended since it was fetched are not shown.
		expect(await page.locator('main article').count()).toBeGreaterThan(10);
		await choose(page, 'Type', 'Film');
		await expect(page).toHaveURL(/type=film/);
		await expect(page.locator('main article').first()).toHaveAttribute('data-type', 'film');
		const chosen = page.getByRole('navigation', { name: 'When' }).locator('[aria-current="true"]');
		await expect(chosen).toBeInViewport({ ratio: 1 });
		await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
		await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });

		await page.getByRole('button', { name: 'Sort & view' }).click();
		await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
		await page.getByRole('dialog', { name: 'Sort & view' }).getByRole('button', { name: 'Close' }).click();
		await expect(page.getByRole('dialog')).toHaveCount(0);

		const link = page.locator('main article h3 a').first();
		const title = (await link.textContent()) ?? '';
		await link.click();
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
		await expect(page.locator('main dl')).toBeVisible();
		await expect(page.locator('[data-bar]')).toHaveCSS('position', 'static');
		await expect(page.getByRole('img', { name: `Poster of ${title}` }).first()).toBeVisible();
		await expect(page.getByRole('button', { name: /Join|Interested|Sign in|shortcuts/ })).toHaveCount(0);
		// `getByText` skips the contents of noscript.
		const note = page.getByRole('region', { name: 'Your plans' }).locator('noscript p');
		await expect(note).toHaveText('To join, turn on JavaScript in your browser.');
		await expect(note).toBeVisible();
		await expect(page.getByRole('heading', { name: /^(Going|Interested)/ })).toHaveCount(0);
		await expect(page.getByRole('region', { name: 'Where' })).toHaveCount(0);
		const header = await page.getByRole('banner').boundingBox();
		const cities = await page.getByRole('banner').getByRole('link', { name: 'Cities' }).boundingBox();
		expect((cities?.x ?? 0) + (cities?.width ?? 0)).toBeGreaterThan((header?.width ?? 0) - touchSize);
		await page.getByRole('button', { name: 'Enlarge' }).click();
		await expect(page.getByRole('dialog')).toBeVisible();
		await page.goBack();
		await page.getByRole('link', { name: 'Search events' }).click();
		await page.getByRole('searchbox').fill('钢琴');
		await page.getByRole('searchbox').press('Enter');
		await expect(page).toHaveURL(`${daybill.url}/cities/beijing/search?q=${encodeURI('钢琴')}`);
		await expect(page).toHaveTitle(/^钢琴 · Search · 北京/);
		await expect(page.locator('main article').first()).toBeVisible();

		await page.goto(`${daybill.url}/cities/beijing?view=calendar`);
		await page.getByRole('button', { name: 'Next' }).click();
		await page.getByRole('button', { name: /^\w+ 15 / }).click();
		await expect(page).toHaveURL(/\?view=calendar&day=\d{4}-\d{2}-15$/);
		await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
		const first = await page.locator('main article a').first().getAttribute('href');
		await page.getByRole('link', { name: 'Show more' }).click();
		await expect(page).toHaveURL(/start=20/);
		await expect(page.locator('main article a').first()).not.toHaveAttribute('href', first ?? '');
		await page.goto(`${daybill.url}/cities/beijing?sort=near`);
		await expect(page.getByRole('banner')).toBeVisible();
		await expect(page.locator('main noscript p')).toBeVisible();
		await page.goto(`${daybill.url}/settings`);
		await expect(page.getByRole('main')).not.toContainText('You haven’t chosen a city yet.');
	},
);
