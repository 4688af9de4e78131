import type { Page, Request } from '@playwright/test';
import { expect, test } from './daybill.ts';

/** Records requests of these paths. */
function watchFor(page: Page, paths: RegExp): Request[] {
	const requests: Request[] = [];
	page.on('request', (request) => {
		if (paths.test(new URL(request.url()).pathname)) requests.push(request);
	});
	return requests;
}

/** Simulates that the page is hidden or shown. */
const turn = (page: Page, state: DocumentVisibilityState) =>
	page.evaluate((next) => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, value: next });
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
	}, state);

/** Waits for two idle periods, after which loaded code has run and observed entries are processed. */
const idle = (page: Page) =>
	page.evaluate(
		() => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
	);

test('a visit is reported once with its kind of page when it ends, without cookies', async ({
	page,
	daybill,
}) => {
	const code = watchFor(page, /^\/assets\/web-vitals-/);
	const reports = watchFor(page, /^\/web-vitals$/);
	await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
	await expect.poll(() => code.length).toBe(1);
	await expect.poll(async () => (await code[0]?.response())?.finished()).toBeNull();
	await idle(page);
	await page.locator('article a').first().click();
	await expect(page).toHaveURL(/\/events\//);
	// The click's entry arrives after the next paint. The library omits entries that it has not processed yet.
	await page.evaluate(
		() =>
			new Promise((resolve) =>
				new PerformanceObserver(resolve).observe({ type: 'first-input', buffered: true }),
			),
	);
	await idle(page);
	// Switching tabs and back must not count as a second visit.
	await turn(page, 'hidden');
	await expect.poll(() => reports.length).toBe(1);
	await turn(page, 'visible');
	await page.keyboard.press('Tab');
	await page.goto(`${daybill.url}/settings`);
	const [report, ...others] = reports as [Request, ...Request[]];
	expect(others).toEqual([]);
	expect(await report.headerValue('cookie')).toBeNull();
	const figure = expect.any(Number);
	expect(report.postDataJSON()).toEqual({ page: 'list', lcp: figure, cls: figure, inp: figure });
	expect((await report.response())?.status()).toBe(204);
});
