import { expectAccessible } from './axe.ts';
import { expect, onPhone, test } from './daybill.ts';
import { signIn } from './people.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });

/** Large lists, dialogs and menus are checked in their own tests. */
const pages = [
	'/cities',
	'/cities/beijing',
	'/cities/beijing/search?q=quartet',
	// A type with few events, since axe checks each card.
	'/cities/beijing?view=calendar&type=exhibition',
	'/cities/nowhere',
	'/cities/108288/places/北京%20朝阳区%20亮马桥路%20亮马河国际风情水岸',
	'/events/10000002',
	'/me/participated',
	'/settings',
];

test('axe finds nothing on any kind of page, signed out, in both themes', async ({ page, daybill }) => {
	// axe checks many elements, and each page twice.
	test.slow();
	for (const path of pages) {
		await page.goto(daybill.url + path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
		await expectAccessible(page);
	}
	await page.goto(`${daybill.url}/developers`);
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('200');
	await expectAccessible(page);
});

test.describe('in Chinese', () => {
	test.use({ locale: 'zh-CN' });

	test('axe finds nothing on lists and events of a signed-in user', onPhone, async ({ page, daybill }) => {
		await signIn(page);
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend&type=music`);
		await expectAccessible(page);
		await page.goto(`${daybill.url}/events/10000002`);
		await page.getByRole('button', { name: '感兴趣', exact: true }).click();
		await expect(page.getByRole('status').getByRole('paragraph')).toBeVisible();
		await expectAccessible(page);
		await page.goto(`${daybill.url}/me/wished`);
		await expect(page.getByRole('article')).toHaveCount(1);
		await expectAccessible(page);
	});
});
