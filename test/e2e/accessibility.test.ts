import { expectAccessible } from './axe.ts';
import { expect, test } from './daybill.ts';
import { signIn } from './people.ts';
import { onPhone } from './widths.ts';

test.use({ expectedConsoleErrors: [/Failed to load resource/] });
// axe looks at many elements, twice on each page.
test.slow();

const lists = [
	'/cities',
	'/cities/beijing',
	'/cities/beijing?day_type=weekend&type=music',
	'/cities/nowhere',
];
const others = [
	'/events/10000002',
	'/cities/108288/places/北京%20朝阳区%20亮马桥路%20亮马河国际风情水岸',
	'/users/1001/created',
	'/me/participated',
	'/settings',
];
/** These have all kinds of elements. */
const telling = ['/cities/beijing?day_type=weekend&type=music', '/events/10000002'];

for (const [what, locale, paths, width] of [
	['lists', 'en-GB', lists, {}],
	['events, people and settings', 'en-GB', others, {}],
	['a list and an event in Chinese', 'zh-CN', telling, onPhone],
] as const)
	test.describe(what, width, () => {
		test.use({ locale });

		test(`axe finds nothing on ${what}, signed out, in both themes`, async ({ page, daybill }) => {
			for (const path of paths) {
				await page.goto(daybill.url + path);
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
				await expectAccessible(page);
			}
		});
	});

test('axe finds nothing on the console with a response', async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/developers`);
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(page.getByTestId('response-status')).toHaveText('200');
	await expectAccessible(page);
});

test('axe finds nothing on what only signed-in people see', onPhone, async ({ page, daybill }) => {
	await signIn(page);
	await page.goto(`${daybill.url}/events/10000002`);
	await page.getByRole('button', { name: 'Interested', exact: true }).click();
	await expect(page.getByText('Added to Interested.')).toBeVisible();
	await expectAccessible(page);
	await page.goto(`${daybill.url}/me/wished`);
	await expect(page.getByText('1 event', { exact: true })).toBeVisible();
	await expectAccessible(page);
});
