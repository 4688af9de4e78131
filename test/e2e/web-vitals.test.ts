import type { Page, Request } from '@playwright/test';
import { type Daybill, expect, test } from './daybill.ts';
import { withBackForwardCache } from './whole-chromium.ts';

test.use({
	launchOptions: async ({ launchOptions }, use) => {
		await use(withBackForwardCache(launchOptions));
	},
});

/** Lines of /metrics about the speed of pages. */
async function countedAt({ url }: Daybill): Promise<string> {
	const text = await (await fetch(`${url}/metrics`)).text();
	return text
		.split('\n')
		.filter((line) => line.startsWith('daybill_web_vitals_'))
		.join('\n');
}

/** Files with the code that measures, as they are loaded from now on. */
function watchForCode(page: Page): Request[] {
	const requests: Request[] = [];
	page.on('request', (request) => {
		if (/\/assets\/web-vitals-/.test(request.url())) requests.push(request);
	});
	return requests;
}

/** Hides or shows a page, as far as its scripts can tell. */
const turn = (page: Page, state: DocumentVisibilityState) =>
	page.evaluate((next) => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, value: next });
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
	}, state);

/** The browser has had nothing to do, twice: what has come is evaluated, and what has happened is measured. */
const idle = (page: Page) =>
	page.evaluate(
		() => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
	);

test('a visit is counted once by its kind of page when it is left, without cookies, and can be gone back to', async ({
	page,
	daybill,
}) => {
	const code = watchForCode(page);
	const reports: Request[] = [];
	page.on('request', (request) => {
		if (request.url().endsWith('/web-vitals')) reports.push(request);
	});
	await page.goto(`${daybill.url}/cities/beijing?day_type=week`);
	await expect.poll(() => code.length).toBe(1);
	await expect.poll(async () => (await code[0]?.response())?.finished()).toBeNull();
	await idle(page);
	await page.locator('article a').first().click();
	await expect(page).toHaveURL(/\/events\//);
	// A press is measured after the frame that shows what it did. What the library has not looked at by then is left out.
	await page.evaluate(
		() =>
			new Promise((resolve) =>
				new PerformanceObserver(resolve).observe({ type: 'first-input', buffered: true }),
			),
	);
	await idle(page);
	await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
	// Hidden and shown again, as when another tab is looked at: not a second visit.
	await turn(page, 'hidden');
	await expect.poll(() => reports.length).toBe(1);
	await turn(page, 'visible');
	await page.keyboard.press('Tab');
	await page.goto(`${daybill.url}/settings`);
	await expect
		.poll(() => countedAt(daybill))
		.toContain('daybill_web_vitals_lcp_seconds_count{page="list"} 1');
	const counted = await countedAt(daybill);
	expect(counted).toContain('daybill_web_vitals_cls_count{page="list"} 1');
	expect(counted).toContain('daybill_web_vitals_inp_seconds_count{page="list"} 1');
	expect(counted).not.toContain('page="event"');
	expect(reports).toHaveLength(1);
	for (const report of reports) {
		expect(await report.headerValue('cookie')).toBeNull();
		expect(Object.keys(report.postDataJSON() as object)).not.toContain('id');
		expect(report.postData()).not.toMatch(/beijing|week|[0-9]{7}/);
	}

	await page.goBack({ waitUntil: 'commit' });
	await expect(page.locator('html')).toHaveAttribute('data-left', '');
});
