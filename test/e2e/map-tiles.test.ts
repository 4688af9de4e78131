/** What the map sends to its tile server, which a third party runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, startDaybill, test } from './daybill.ts';

test('tiles are requested with the origin as Referer, and with nothing else of the page', async ({
	page,
}) => {
	const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#cde' } })
		.png()
		.toBuffer();
	const referers: (string | undefined)[] = [];
	const server = createServer((request, response) => {
		referers.push(request.headers.referer);
		response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const daybill = await startDaybill({
		environment: { MAP_TILE_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` },
	});
	try {
		await page.goto(`${daybill.url}/cities/beijing?day_type=week&view=map`);
		await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
		expect(referers.length).toBeGreaterThan(0);
		expect(new Set(referers)).toEqual(new Set([`${daybill.url}/`]));
	} finally {
		await page.goto('about:blank');
		await daybill.stop();
		server.close();
	}
});
