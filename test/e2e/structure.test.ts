/** The requirements for touch, reflow, motion and colours (WCAG 2.2). */
import type { Page } from '@playwright/test';
import { locales, preferenceCookies } from '../../src/contract/bff-api/preferences.ts';
import { expect, test } from './daybill.ts';
import { choose, signIn } from './people.ts';
import { onBoth, onPhone } from './widths.ts';

test.use({ expectedConsoleErrors: [/404 .*\/nowhere\)/] });

/** Controls whose box, including a label, is less than 44 px wide or high; links within text are exempt. */
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

/** How many pixels of the page are beyond its right edge. */
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test(
	'every control is at least 44 px wide and high, and text at twice the size is not cut off',
	onPhone,
	async ({ page, daybill }) => {
		await signIn(page);
		for (const path of [
			'/cities',
			'/cities/beijing?day_type=weekend',
			'/events/10000014',
			'/settings',
			'/me/wished',
		]) {
			await page.goto(daybill.url + path);
			await page.getByRole('heading', { level: 1 }).waitFor();
			await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
			expect(await tooSmall(page), path).toEqual([]);
			await page.evaluate(() => {
				document.documentElement.style.fontSize = '200%';
			});
			expect(await overflow(page), path).toBe(0);
			const [name, cities] = await Promise.all(
				['Daybill', 'Cities'].map((link) =>
					page.getByRole('banner').getByRole('link', { name: link }).boundingBox(),
				),
			);
			if (!name || !cities) throw new Error('the header lacks a link');
			const isBelow = cities.y >= name.y + name.height;
			expect(isBelow || cities.x >= name.x + name.width, path).toBe(true);
		}
	},
);

test(
	'the main places are at the lower edge of a phone, cover no focus, and make room for the bar of an event',
	onBoth,
	async ({ page, daybill, isMobile }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
		const places = page.getByRole('navigation', { name: 'Daybill', exact: true });
		const box = await places.boundingBox();
		const edge = (box?.y ?? 0) + (box?.height ?? 0);
		if (!isMobile) expect(edge).toBeLessThan(80);
		else {
			expect(edge).toBe(844);
			for (let times = 0; times < 30; times++) {
				await page.keyboard.press('Tab');
				const focused = page.locator('main a:focus');
				if ((await focused.count()) === 0) continue;
				const { y = 0, height = 0 } = (await focused.boundingBox()) ?? {};
				expect(Math.floor(y + height)).toBeLessThanOrEqual(box?.y ?? 0);
			}
		}
		await page.goto(`${daybill.url}/events/10000002`);
		await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeInViewport({ ratio: 1 });
		await expect(places).toHaveCount(isMobile ? 0 : 1);
	},
);

test.describe('on the narrowest phone', () => {
	test.use({ viewport: { width: 320, height: 640 } });

	const heightOfHeader = async (page: Page) => (await page.getByRole('banner').boundingBox())?.height ?? 0;
	/** Opens the settings in each language. @returns the languages in which the header has room for two rows of controls */
	async function inTwoRows(page: Page, url: string): Promise<string[]> {
		const found: string[] = [];
		for (const locale of locales) {
			await page.context().addCookies([{ name: preferenceCookies.locale, value: locale, url }]);
			await page.goto(`${url}/settings`);
			await expect(page.locator('html')).toHaveAttribute('lang', locale);
			if ((await heightOfHeader(page)) >= 2 * 44) found.push(locale);
		}
		return found;
	}

	test(
		'the header is one row in every language, and as high for who is signed in',
		onPhone,
		async ({ page, daybill }) => {
			expect(await inTwoRows(page, daybill.url)).toEqual([]);
			await page.context().clearCookies();
			await page.goto(`${daybill.url}/settings`);
			const height = await heightOfHeader(page);
			await signIn(page);
			expect(await heightOfHeader(page)).toBe(height);
		},
	);
});

/** The spacing of text that people may set (WCAG 2.2, 1.4.12). */
const spacing =
	'* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

test.describe('at four times the size', () => {
	// A window of 1280 by 1024, enlarged. German has the longest words.
	test.use({ viewport: { width: 320, height: 256 }, locale: 'de-DE' });

	test(
		'every page fits into 320 pixels, also in German with wider text, and no bar covers it',
		onPhone,
		async ({ page, daybill }) => {
			const paths = [
				'/cities/beijing',
				'/cities/beijing?day_type=week&type=music&sort=start',
				'/cities',
				'/events/10000002',
				'/me/wished',
				'/settings',
				'/nowhere',
			];
			for (const path of paths) {
				await page.goto(daybill.url + path);
				await page.getByRole('heading', { level: 1 }).first().waitFor();
				expect(await overflow(page), path).toBe(0);
				await page.evaluate((style) => {
					const sheet = new CSSStyleSheet();
					sheet.replaceSync(style);
					document.adoptedStyleSheets = [sheet];
				}, spacing);
				expect(await overflow(page), `${path} with wider text`).toBe(0);
				for (const bar of await page.locator('[data-places], [data-list-bar]').all())
					await expect(bar).toHaveCSS('position', 'static');
			}
		},
	);
});

test.describe('with forced colours and without motion', () => {
	test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

	test('the chosen filter is still distinguishable, and nothing moves', async ({ page, daybill }) => {
		await page.goto(`${daybill.url}/cities/beijing?day_type=weekend`);
		const styleOf = (name: string | RegExp) =>
			page
				.getByRole('link', { name, exact: true })
				.evaluate(
					(chip) =>
						`${getComputedStyle(chip).backgroundColor} ${getComputedStyle(chip).borderColor} ${getComputedStyle(chip).outlineStyle}`,
				);
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

test('words without a break do not widen the page', onPhone, async ({ page, daybill }) => {
	const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
	await page.route('**/api/cities/*/events*', async (route) => {
		const response = await route.fetch();
		const list = await response.json();
		for (const event of list.items) Object.assign(event, { title: long, address: long });
		await route.fulfill({ response, json: list });
	});
	await page.goto(`${daybill.url}/cities/beijing?day_type=future`);
	await choose(page, 'Type', 'Music');
	await expect(page.getByRole('link', { name: long }).first()).toBeVisible();
	expect(await overflow(page)).toBe(0);
});
