import type { Page } from '@playwright/test';
import { expect, test } from './daybill.ts';
import { startFront } from './front.ts';

/** Expects a manifest that makes the site installable. */
async function expectInstallable(page: Page, url: string): Promise<void> {
	const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
	const manifest = await (await page.request.get(new URL(href, url).href)).json();
	expect(manifest).toMatchObject({ name: expect.any(String), start_url: '/', display: 'standalone' });
	const sizes = manifest.icons.map(({ sizes: each }: { sizes: string }) => each);
	expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
	for (const { src, type } of manifest.icons) {
		const icon = await page.request.get(new URL(src, url).href);
		expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
	}
}

test.use({ serviceWorkers: 'allow', expectedConsoleErrors: [/ERR_/] });

test('a new version of the installable app is offered, and loaded on request', async ({ page, daybill }) => {
	let version = '';
	// A comment changes the service worker, as a deployment would.
	const { url, stop } = await startFront(daybill.url, (response, outgoing, path) => {
		response.pipe(outgoing, { end: false });
		response.on('end', () => outgoing.end(path === '/sw.js' ? version : ''));
	});
	// A page without images, because a service worker is replaced only once its requests have ended.
	await page.goto(`${url}/settings`);
	await expectInstallable(page, url);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.reload();
	await expect(page.getByText('A new version is ready.')).toBeHidden();
	version = '\n// the next version';
	await page.reload();
	await expect(page.getByText('A new version is ready.')).toBeVisible();
	const loaded = page.waitForEvent('load');
	await page.getByRole('button', { name: 'Update' }).click();
	await loaded;
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText('A new version is ready.')).toBeHidden();
	await page.goto('about:blank');
	stop();
});
