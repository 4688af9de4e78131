import { createServer, request as forward } from 'node:http';
import type { Page } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { expect, startDaybill, test } from './daybill.ts';

/** Of a manifest that a browser offers to install. */
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

test.describe('a new version', () => {
	test.use({ serviceWorkers: 'allow', expectedConsoleErrors: [/ERR_/] });

	test('of the installable app is offered, and loaded on request', async ({ page }) => {
		const port = await freePort();
		const daybill = await startDaybill({
			port: await freePort(),
			environment: { PUBLIC_URL: `http://localhost:${port}` },
		});
		let version = '';
		// In front of Daybill, so that its worker can change as a deployment would change it.
		const front = createServer((incoming, outgoing) => {
			const { pathname } = new URL(incoming.url ?? '/', daybill.url);
			const { 'if-none-match': _etag, 'if-modified-since': _since, ...forwarded } = incoming.headers;
			const headers = { ...forwarded, host: new URL(daybill.url).host, 'accept-encoding': 'identity' };
			const passed = forward(
				`${daybill.url}${incoming.url}`,
				{ method: incoming.method, headers },
				(reply) => {
					const { 'content-length': _length, ...rest } = reply.headers;
					outgoing.writeHead(reply.statusCode ?? 502, rest);
					reply.pipe(outgoing, { end: false });
					reply.on('end', () => outgoing.end(pathname === '/sw.js' ? version : ''));
				},
			);
			passed.on('error', () => outgoing.destroy());
			incoming.pipe(passed);
		});
		await new Promise<void>((ready) => front.listen(port, '127.0.0.1', ready));
		// A page without images: a worker with requests on their way is replaced later.
		await page.goto(`http://localhost:${port}/settings`);
		await expectInstallable(page, `http://localhost:${port}`);
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
		front.closeAllConnections();
		front.close();
		await daybill.stop();
	});
});
