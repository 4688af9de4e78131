import { pathOf, wholeChromium } from '../programs.ts';
import { expect, test } from './daybill.ts';

test.use({
	// The headless shell lacks this cache, and Playwright disables it in other builds.
	launchOptions: async ({ launchOptions }, use) => {
		const ignoreDefaultArgs = ['--disable-back-forward-cache'];
		await use({ ...launchOptions, executablePath: pathOf(wholeChromium), ignoreDefaultArgs });
	},
});

test('going back restores pages as they were left, from the browser’s cache', async ({ page, daybill }) => {
	const reasons: string[] = [];
	const devtools = await page.context().newCDPSession(page);
	await devtools.send('Page.enable');
	devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
		reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
	);
	// On a busy machine, events that arrive after leaving a page make Chromium drop it from the cache.
	for (const path of ['/cities/beijing', '/cities/beijing?day_type=week', '/events/10000002'])
		await expect(async () => {
			reasons.length = 0;
			await page.goto(`${daybill.url}${path}`);
			await page.waitForLoadState('networkidle');
			// Only the same document still has this attribute.
			await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
			await page.goto(`${daybill.url}/settings`);
			await page.goBack({ waitUntil: 'commit' });
			await expect(page.locator('#root h1')).toBeVisible();
			const isSame = await page.evaluate(() => document.documentElement.hasAttribute('data-left'));
			expect([path, isSame, ...reasons]).toEqual([path, true]);
		}).toPass({ timeout: 60_000 });
});
