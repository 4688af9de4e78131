import { violations, violationsInBothThemes } from './axe.ts';
import { expect, test } from './daybill.ts';
import { signIn } from './people.ts';
import { isFull, onceOnDesktop, onceOnPhone } from './widths.ts';

/**
 * One of the seeded texts is hostile HTML: the policy reports its handler, and its image is rejected. A page that does
 * not exist is a 404.
 */
test.use({
	expectedConsoleErrors: [
		/Executing inline event handler violates|img\.example|40[04] .*\/(cities|api\/v2\/loc)\/nowhere\)/,
	],
	isShared: true,
});

const pages = [
	'/cities',
	'/cities/beijing',
	'/cities/beijing?day_type=weekend&type=music',
	'/events/10000001',
	'/events/10000002',
	'/cities/108288/places/北京%20朝阳区%20亮马桥路%20亮马河国际风情水岸',
	'/users/1001/created',
	'/me/participated',
	'/settings',
	'/cities/nowhere',
];

/** Pages that have all kinds of elements. */
const telling = ['/cities/beijing?day_type=weekend&type=music', '/events/10000002'];

/** Each language at one width; `npm run e2e-full` has both, and all pages, at both. */
const languages = [
	['en-GB', onceOnDesktop, pages],
	['zh-CN', onceOnPhone, isFull ? pages : telling],
] as const;

for (const [locale, once, looked] of languages) {
	test.describe(`in ${locale}`, once, () => {
		test.use({ locale });

		for (const url of looked)
			test(`axe finds nothing on ${url}, signed out, in both themes`, async ({ page, daybill }) => {
				await page.goto(`${daybill.url}${url}`);
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				await page.waitForLoadState('networkidle');
				expect(await violationsInBothThemes(page)).toEqual([]);
			});
	});
}

for (const locale of isFull ? ['en-GB', 'zh-CN'] : ['en-GB'])
	test.describe(`of developers in ${locale}`, onceOnDesktop, () => {
		test.use({ locale, expectedConsoleErrors: [/Failed to load resource/] });

		test('axe finds nothing on the console with a response, in both themes', async ({ page, daybill }) => {
			await page.goto(`${daybill.url}/developers`);
			await page.getByRole('button', { name: /^(Send|发送)$/ }).click();
			await expect(page.getByTestId('response-status')).toHaveText('200');
			expect(await violationsInBothThemes(page)).toEqual([]);
		});
	});

test('axe finds nothing on what only signed-in people see', onceOnPhone, async ({ page, daybill }) => {
	await page.goto(`${daybill.url}/events/10000002`);
	await signIn(page);
	await page.getByRole('button', { name: 'Interested', exact: true }).click();
	await expect(page.getByText('Added to Interested.')).toBeVisible();
	expect(await violations(page)).toEqual([]);
	await page.goto(`${daybill.url}/me/wished`);
	await expect(page.getByText('1 event', { exact: true })).toBeVisible();
	expect(await violations(page)).toEqual([]);
});
