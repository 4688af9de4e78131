/** Touch target sizes, zoom, reflow, motion and forced colors (WCAG 2.2), and what fits on the first screen. */
import type { Page } from '@playwright/test';
import { preferenceCookies } from '../../src/contract/bff-api/preferences.ts';
import { expect, onPhone, phoneViewport, test } from './daybill.ts';
import { signIn } from './people.ts';

test.use({ expectedConsoleErrors: [/404 .*\/nowhere\)/] });

/** Controls smaller than 44 px in either direction, including their label; links within text are exempt. */
const tooSmall = (page: Page) =>
	page.locator('button, input, select, nav a, header a').evaluateAll((controls) =>
		controls.flatMap((control) => {
			const box = (control.closest('label') ?? control).getBoundingClientRect();
			if (box.width === 0 || !control.checkVisibility()) return [];
			const isSkip = control.getAttribute('href') === '#main';
			return !isSkip && (box.height < 43.5 || box.width < 43.5)
				? [`${control.textContent || control.getAttribute('aria-label')} ${box.width}×${box.height}`]
				: [];
		}),
	);

/** Width in pixels that overflows the page to the right. */
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const doubleText = (page: Page) =>
	page.evaluate(() => {
		document.documentElement.style.fontSize = '200%';
	});

/** Minimum width and height of a control in CSS pixels (WCAG 2.2, 2.5.5). */
const touchSize = 44;

const heightOfHeader = async (page: Page) =>
	(await page.getByRole('banner').boundingBox())?.height ?? Number.NaN;

test.describe('in German, which has the longest words', () => {
	test.use({ locale: 'de-DE' });

	test(
		'every control is at least 44 px wide and high, text at twice the size is not cut off, and a signed-in user’s header is one row',
		onPhone,
		async ({ page, daybill }) => {
			await signIn(page);
			for (const path of [
				'/cities',
				'/cities/beijing?day_type=weekend',
				'/cities/beijing/search?q=jazz+freitag+abend',
				'/events/10000014',
				'/settings',
				'/me/wished',
			]) {
				await page.goto(daybill.url + path);
				await page.getByRole('heading', { level: 1 }).waitFor();
				await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
				expect(await tooSmall(page), path).toEqual([]);
				await doubleText(page);
				expect(await overflow(page), path).toBe(0);
			}
			await page.setViewportSize({ width: 320, height: 640 });
			await page.goto(`${daybill.url}/cities/beijing`);
			const search = page.getByRole('main').getByRole('link', { name: 'Veranstaltungen suchen' });
			await doubleText(page);
			// Still on a single line at twice the font size.
			expect((await search.boundingBox())?.height).toBeLessThan(3 * touchSize);
			await page.reload();
			expect(await heightOfHeader(page)).toBeLessThan(2 * touchSize);
		},
	);
});

test(
	'text at twice the size leaves an event and its heart on the first screen, and Close at the end of a sheet’s title',
	onPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend&type=exhibition`);
		await doubleText(page);
		const card = page.getByRole('article').first();
		await expect(card).toBeInViewport();
		await expect(card.getByRole('heading')).toBeInViewport();
		// An icon that the card clips isn't in the viewport.
		await expect(card.getByRole('button', { name: /Interested/ }).locator('svg')).toBeInViewport({
			ratio: 1,
		});
		await card.getByRole('link').first().click();
		await page.getByRole('button', { name: 'Enlarge' }).click();
		const close = await page.getByRole('dialog').getByRole('button', { name: 'Close' }).boundingBox();
		expect((close?.x ?? 0) + (close?.width ?? 0)).toBeGreaterThan(phoneViewport.width - touchSize);
	},
);

/** The text spacing that users may set without losing content (WCAG 2.2, 1.4.12). */
const spacing =
	'* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

test.describe('at 400% zoom', () => {
	// A window of 1280 by 1024 px at 400% (WCAG 2.2, 1.4.10).
	test.use({ viewport: { width: 320, height: 256 } });

	test('every page fits into 320 pixels, even in German with wider text, and no bar covers it', async ({
		page,
		daybill,
	}) => {
		await page.context().addCookies([{ name: preferenceCookies.locale, value: 'de', url: daybill.url }]);
		for (const path of [
			'/cities/beijing',
			'/cities/beijing?day_type=week&type=music&sort=start',
			'/cities',
			'/events/10000002',
			'/settings',
			'/nowhere',
		]) {
			await page.goto(daybill.url + path);
			await page.getByRole('heading', { level: 1 }).first().waitFor();
			expect(await overflow(page), path).toBe(0);
			await page.evaluate((style) => {
				const sheet = new CSSStyleSheet();
				sheet.replaceSync(style);
				document.adoptedStyleSheets = [sheet];
			}, spacing);
			expect(await overflow(page), `${path} with wider text`).toBe(0);
			for (const bar of await page.locator('[data-main-navigation], [data-filter-bar]').all())
				await expect(bar).toHaveCSS('position', 'static');
		}
	});
});

test(
	'the main navigation is at the bottom edge on a phone, covers no focused element, and gives way to the bar of an event',
	onPhone,
	async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
		const navigation = page.getByRole('navigation', { name: 'Daybill', exact: true });
		const box = await navigation.boundingBox();
		expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
		for (let times = 0; times < 20; times++) {
			await page.keyboard.press('Tab');
			const focused = page.locator('main a:focus');
			if ((await focused.count()) === 0) continue;
			const { y = 0, height = 0 } = (await focused.boundingBox()) ?? {};
			expect(Math.floor(y + height)).toBeLessThanOrEqual(box?.y ?? 0);
		}
		await page.locator('main article a').first().click();
		await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeInViewport({ ratio: 1 });
		await expect(navigation).toHaveCount(0);
	},
);

test.describe('with forced colors and without motion', () => {
	test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

	test('the chosen filter is still distinguishable, and nothing moves', async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
		const styleOf = (name: string | RegExp) =>
			page.getByRole('link', { name, exact: true }).evaluate((chip) => {
				const { backgroundColor, borderColor, outlineStyle } = getComputedStyle(chip);
				return `${backgroundColor} ${borderColor} ${outlineStyle}`;
			});
		expect(await styleOf('This weekend')).not.toBe(await styleOf(/^(Today|Tonight)$/));
		expect(await styleOf('Discover')).not.toBe(await styleOf('Search'));
		const moving = await page.evaluate(
			() => document.getAnimations().filter(({ playState }) => playState === 'running').length,
		);
		expect(moving).toBe(0);
		await page.locator('main article h3 a').first().click();
		await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
	});
});

test.describe('on its side', () => {
	test.use({ viewport: { width: 844, height: 390 } });
	test('a phone shows the poster beside the title', onPhone, async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/events/10000002`);
		const title = page.getByRole('heading', { level: 1 });
		await expect(title).toBeInViewport();
		const poster = await page.getByRole('main').getByRole('img').first().boundingBox();
		const { x, y } = (await title.boundingBox()) ?? { x: 0, y: 0 };
		expect(x).toBeGreaterThan((poster?.x ?? 0) + (poster?.width ?? 0));
		expect(y).toBeLessThan((poster?.y ?? 0) + (poster?.height ?? 0));
	});
});
