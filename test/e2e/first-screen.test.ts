import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, onPhone, test } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { holdFiles } from './people.ts';

/** Kilobytes that a server sends before the first acknowledgment (RFC 6928: ten segments). */
const firstRoundTrip = 14.2;

/** Kilobytes of a page in Brotli, with its headers. */
const sizeOf = (url: string, language: string) =>
	new Promise<number>((resolve, reject) => {
		const headers = { accept: 'text/html', 'accept-encoding': 'br', 'accept-language': language };
		get(url, { headers }, async (response) => {
			let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length + response.rawHeaders.join('::').length + 2;
			for await (const chunk of response) bytes += (chunk as Buffer).length;
			resolve(bytes / 1024);
		}).on('error', reject);
	});

/** Makes timers of this duration never fire. */
const withoutTimer = (page: Page, milliseconds: number) =>
	page.addInitScript((unending) => {
		const { setTimeout } = window;
		Object.assign(window, {
			setTimeout: (run: () => void, ms?: number) => (ms === unending ? 0 : setTimeout(run, ms)),
		});
	}, milliseconds);

/** Milliseconds until the app loads even if the first image has not. */
const maxDelay = 1_500;
const waiting = '[data-waiting]';

test(
	'the app starts after the first image, or as soon as the page is used',
	onPhone,
	async ({ page, daybill }) => {
		await withoutTimer(page, maxDelay);
		await page.goto(`${daybill.url}/cities/beijing`, { waitUntil: 'load' });
		await expect(page.locator(waiting)).toHaveCount(0);
		await holdFiles(page, /\/images\//);
		for (const use of [() => page.touchscreen.tap(200, 8), () => page.keyboard.press('Shift')]) {
			await page.goto(`${daybill.url}/events/10000002`, { waitUntil: 'domcontentloaded' });
			await expect(page.locator(waiting)).toHaveCount(1);
			await use();
			await expect(page.locator(waiting)).toHaveCount(0);
		}
	},
);

test(
	'a page is painted from its HTML and one image, and no other image loads before it',
	onPhone,
	async ({ page, daybill }) => {
		await withoutTimer(page, maxDelay);
		// Lets only HTML and images load.
		const letGoOfAssets = await holdFiles(page, /assets\//);
		let requested = new Set<string>();
		let image = Promise.withResolvers<void>();
		await page.route(/\/images\//, async (route) => {
			requested.add(route.request().url());
			if (requested.size === 1) await image.promise;
			await route.continue();
		});
		for (const [path, others] of [
			['/cities/beijing', 3],
			['/events/10000002', 1],
		] as const) {
			requested = new Set();
			image = Promise.withResolvers<void>();
			await page.goto(daybill.url + path, { waitUntil: 'commit' });
			await expect(page.locator('#root h1')).toBeVisible();
			await expect(page.locator('body')).toHaveCSS('margin', '0px');
			await expect(page.locator('[data-mark]').first()).toHaveCSS('position', 'relative');
			await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(1);
			const first = page.locator('img[fetchpriority="high"]');
			await expect(first).toHaveCount(1);
			const preloaded = await page.locator('link[as="image"]').getAttribute('imagesrcset');
			expect(await first.getAttribute('srcset')).toBe(preloaded);
			await page.evaluate(
				() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
			);
			expect(requested.size).toBe(1);
			const [{ pathname, search }] = [...requested].map((url) => new URL(url)) as [URL];
			expect(preloaded).toContain(pathname + search);
			image.resolve();
			await expect.poll(() => requested.size).toBeGreaterThan(others);
			await page.goto('about:blank', { waitUntil: 'commit' });
		}
		letGoOfAssets();
		await page.goto(`${daybill.url}/events/10000002`);
		// The module loader finds the inlined styles, and so loads no style sheet.
		await expect(page.locator('link[rel="stylesheet"]:not([disabled])')).toHaveCount(0);
	},
);

test(
	'headings get their font after the first image, without a shift, and on the next pages at once',
	onPhone,
	async ({ page, daybill }) => {
		await withoutTimer(page, maxDelay);
		await watchShifts(page);
		const fonts: string[] = [];
		page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
		const letGoOfImages = await holdFiles(page, /\/images\//);
		await page.goto(`${daybill.url}/cities/beijing?day_type=week`, { waitUntil: 'domcontentloaded' });
		const title = page.locator('article h3').first();
		await expect(title).toBeVisible();
		const before = await title.boundingBox();
		expect(fonts).toHaveLength(0);
		letGoOfImages();
		await expect.poll(() => fonts.length).toBe(1);
		await page.evaluate(() => document.fonts.ready);
		await expect(title).toHaveCSS('font-family', /^"Archivo Narrow"/);
		expect((await title.boundingBox())?.height).toBe(before?.height);
		await expectNoShift(page);
		await holdFiles(page, /\/images\//);
		await page.goto(`${daybill.url}/events/10000002`, { waitUntil: 'domcontentloaded' });
		await expect(page.locator('#root h1')).toHaveCSS('font-family', /^"Archivo Narrow"/);
	},
);

test('the HTML of public pages arrives in one round trip', onPhone, async ({ daybill }) => {
	for (const path of [
		'/cities/beijing?day_type=week',
		'/cities/beijing',
		'/cities/beijing/search',
		'/events/10000002',
		// The largest list in the sandbox: 48 cities.
		'/cities',
		'/search',
	])
		for (const language of ['en', 'zh-Hans', 'ar'])
			expect
				.soft(await sizeOf(daybill.url + path, language), `${path}, ${language}`)
				.toBeLessThanOrEqual(firstRoundTrip);
});
