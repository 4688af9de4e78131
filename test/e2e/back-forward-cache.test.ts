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
	const paths = ['/cities/beijing', '/cities/beijing?day_type=week', '/events/10000002'];
	for (const path of paths) {
		await page.goto(`${daybill.url}${path}`);
		// The attribute is lost unless the same document is restored.
		await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
	}
	await page.goto(`${daybill.url}/settings`);
	for (const path of paths.toReversed()) {
		await page.goBack({ waitUntil: 'commit' });
		await expect(page.locator('#root h1')).toBeVisible();
		const isSame = await page.evaluate(() => document.documentElement.hasAttribute('data-left'));
		expect([path, isSame, ...reasons]).toEqual([path, true]);
	}
});
