/** Every main screen in the pseudo-locale (docs/translating.md), from left to right and mirrored, on narrow screens. */
import type { Page } from '@playwright/test';
import { withPatience } from '../patience.ts';
import { pseudo } from '../pseudo/pseudo.ts';
import { test as base, type Daybill, expect, startDaybill } from './daybill.ts';
import { consent } from './people.ts';
import { beginWith } from './person.ts';
import { collectData, misplacedTexts, untranslatedTexts } from './texts.ts';
import { isFull } from './widths.ts';

const test = base.extend<Record<never, never>, { pseudoDaybill: Daybill }>({
	pseudoDaybill: [
		async ({}, use) => {
			const daybill = await startDaybill({ script: 'test/pseudo/pseudo-process.ts' });
			await use(daybill);
			await daybill.stop();
		},
		{ scope: 'worker', timeout: withPatience(240_000) },
	],
	daybill: async ({ page, pseudoDaybill }, use) => {
		beginWith(pseudoDaybill);
		await use(pseudoDaybill);
		await page.goto('about:blank');
	},
});

// One process builds the web app and serves all these tests, which begin first, beside those of the other files.
test.describe.configure({ mode: 'default' });

/** One of the seeded texts is hostile HTML; a page that does not exist is a 404. */
test.use({
	expectedConsoleErrors: [/Executing inline event handler violates|img\.example|40[04] .*\/nowhere\)/],
});

const paths = [
	'/cities',
	'/cities/beijing',
	'/cities/beijing?day_type=weekend',
	'/cities/beijing?day_type=future&q=%E9%92%A2%E7%90%B4',
	'/cities/beijing?day_type=future&q=xyzzy',
	'/cities/beijing?day_type=week&view=map',
	'/cities/beijing?day_type=week&view=calendar',
	'/events/10000001',
	'/events/10000002',
	'/me/participated',
	'/users/1001/created',
	'/settings',
	'/cities/nowhere',
	'/nowhere',
];

/** Pages with all kinds of elements: the others are built of the same. `npm run e2e-full` looks at all of them mirrored, too. */
const telling = paths.filter((path) => /^\/cities(\/beijing)?$|weekend|view=|10000002|settings/.test(path));

/** Pixels. The second is a window of 1280 enlarged four times (WCAG 2.2, 1.4.10). */
const widths = [390, 320];

/** Looks at what a page shows now. @param data of {@link collectData} */
async function expectAllWell(page: Page, data: () => Promise<string[]>, locale: 'en' | 'ar') {
	expect.soft(await untranslatedTexts(page, await data(), locale)).toEqual([]);
	for (const width of widths) {
		await page.setViewportSize({ width, height: 844 });
		expect.soft(await misplacedTexts(page), `at ${width} px`).toEqual([]);
	}
}

for (const locale of ['en', 'ar'] as const) {
	const isMirrored = locale === 'ar';
	const say = (text: string) => pseudo(text, isMirrored);

	test.describe(isMirrored ? 'mirrored' : 'from left to right', () => {
		test.use({ locale });

		for (const path of isMirrored && !isFull ? telling : paths)
			test(`all texts of ${path} are translated, and have room`, async ({ page, daybill }) => {
				const data = collectData(page);
				await page.goto(daybill.url + path);
				await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
				await page.waitForLoadState('networkidle');
				await expectAllWell(page, data, locale);
			});

		test('so have those that only signed-in people see', async ({ page, daybill }) => {
			const data = collectData(page);
			await page.goto(`${daybill.url}/events/10000002`);
			await page
				.getByRole('button', { name: say('Sign in'), exact: true })
				.first()
				.click();
			await consent(page, 'Allow');
			await page.getByRole('button', { name: say('Join'), exact: true }).click();
			await expect(page.getByRole('button', { name: say('Leave'), exact: true })).toBeVisible();
			await expectAllWell(page, data, locale);
			for (const path of ['/me/participated', '/cities/beijing']) {
				await page.goto(daybill.url + path);
				await page.waitForLoadState('networkidle');
				await expectAllWell(page, data, locale);
			}
		});

		for (const name of ['Type', 'View'])
			test(`so have those of what “${name}” opens`, async ({ page, daybill }) => {
				const data = collectData(page);
				await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
				await page.getByRole('button', { name: say(name) }).click();
				await expect(page.getByRole('dialog', { name: say(name), exact: true })).toBeVisible();
				await expectAllWell(page, data, locale);
			});
	});
}
