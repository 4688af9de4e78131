import type { Page } from '@playwright/test';
import { expect, test, untilReady } from './daybill.ts';
import { expectNoShift, watchShifts } from './layout-shift.ts';
import { holdFiles, signIn } from './people.ts';
import { startSlowHtml } from './slow-html.ts';
import { onBoth, onPhone } from './widths.ts';

/** The app's scripts, except the one that loads them. */
const scripts = /assets\/(?!start).*\.js/;

/** Makes the page wait without an end where it waits for so many milliseconds. */
const withoutTimer = (page: Page, milliseconds: number) =>
	page.addInitScript((unending) => {
		const { setTimeout } = window;
		Object.assign(window, {
			setTimeout: (run: () => void, ms?: number) => (ms === unending ? 0 : setTimeout(run, ms)),
		});
	}, milliseconds);

/** Milliseconds after which the app is loaded without the first image. */
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
	'the way to sign in is there before the app, and not for somebody who is signed in',
	onPhone,
	async ({ page, daybill }) => {
		const letGo = await holdFiles(page, scripts);
		const button = page.getByRole('button', { name: 'Sign in', exact: true });
		await page.goto(`${daybill.url}/cities`, { waitUntil: 'commit' });
		await expect(button).toBeVisible();
		letGo();
		await signIn(page);
		await page.unroute(scripts);
		await holdFiles(page, scripts);
		await page.goto(`${daybill.url}/cities`, { waitUntil: 'commit' });
		await expect(page.getByRole('link', { name: /上海/ }).first()).toBeVisible();
		await expect(button).toBeHidden();
	},
);

test(
	'a page is painted from its HTML and one image, which is loaded before all others',
	onPhone,
	async ({ page, daybill }) => {
		// Nothing arrives but the HTML and images.
		const letGo = await holdFiles(page, /assets\//);
		for (const path of ['/cities/beijing', '/cities/beijing?day_type=week', '/events/10000002']) {
			await page.goto(`${daybill.url}${path}`, { waitUntil: 'commit' });
			await expect(page.locator('#root h1')).toBeVisible();
			expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
			await expect(page.locator('[data-mark]').first()).toHaveCSS('position', 'relative');
			await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(1);
			const first = page.locator('img[fetchpriority="high"]');
			await expect(first).toHaveCount(1);
			const preloaded = await page.locator('link[as="image"]').getAttribute('imagesrcset');
			expect(await first.getAttribute('srcset')).toBe(preloaded);
		}
		letGo();
		await untilReady(page);
		// The loader of code has seen that the styles are there.
		await expect(page.locator('link[rel="stylesheet"]:not([disabled])')).toHaveCount(0);
	},
);

test('no other image is loaded until the first one is painted', onPhone, async ({ page, daybill }) => {
	await withoutTimer(page, maxDelay);
	for (const [path, others] of [
		['/cities/beijing', 3],
		['/events/10000002', 1],
	] as const) {
		const requested = new Set<string>();
		const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
		await page.route(/\/images\//, async (route) => {
			requested.add(route.request().url());
			if (requested.size === 1) await isLetGo;
			await route.continue();
		});
		await page.goto(daybill.url + path, { waitUntil: 'domcontentloaded' });
		await expect(page.locator('#root h1')).toBeVisible();
		await page.evaluate(
			() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
		);
		expect(requested.size).toBe(1);
		const [{ pathname, search }] = [...requested].map((url) => new URL(url)) as [URL];
		const first = page.locator('img[fetchpriority="high"]');
		expect(await first.getAttribute('srcset')).toContain(pathname + search);
		letGo();
		await expect.poll(() => requested.size).toBeGreaterThan(others);
		await page.unrouteAll({ behavior: 'wait' });
	}
});

test('nothing moves while HTML arrives piece by piece', onBoth, async ({ page, daybill }) => {
	const slow = await startSlowHtml(daybill.url);
	await watchShifts(page);
	for (const path of ['/cities/beijing?day_type=week', '/events/10000002']) {
		await page.goto(slow.url + path);
		await expectNoShift(page);
	}
	await page.goto('about:blank');
	slow.stop();
});
