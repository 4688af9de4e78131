import { describe, expect, it } from 'vitest';
import { startFakeService } from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { startTestBff } from '../start-bff.ts';

describe('the web app is served (design §8)', () => {
	const addresses = [
		'/',
		'/cities',
		'/cities/beijing?day_type=weekend&type=music',
		'/events/10',
		'/users/7/created',
		'/me/participated?status=ongoing',
		'/callback?code=x&state=y',
		'/developers',
		'/settings',
	];
	for (const address of addresses) {
		it(`at ${address}`, async () => {
			const service = await startFakeService();
			const answer = await (await startTestBff(service.origin)).browser().get(address);
			expect(answer.status).toBe(200);
			expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
			const data = pageDataOf(await answer.text());
			expect(data.settings).toEqual({
				authorization_endpoint: `${service.origin}/service/auth2/auth`,
				client_id: 'daybill-demo',
				redirect_uri: 'http://localhost:3000/callback',
				scope: 'event_basic_r,event_basic_w',
				pkce: false,
				time_zone: null,
				map_tile_url: 'https://tile.example/{z}/{x}/{y}.png',
				sandbox: false,
				service: { base_url: service.origin, auth_url: service.origin },
			});
		});
	}

	it('and says 404 where there is no page, with the app to say it', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const page = await browser.get('/nowhere');
		expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
		for (const file of [
			'/favicon.ico',
			'/assets/gone.js',
			'/.env',
			'/index.html.bak',
			'/.vite/manifest.json',
		]) {
			const answer = await browser.get(file);
			expect([file, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
				file,
				404,
				'application/problem+json',
			]);
		}
	});

	it('with files that never change kept for good', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const script = await browser.get('/assets/app-abc123.js');
		expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
		const icon = await browser.get('/icon.svg');
		expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
	});

	it('is alive (/healthz)', async () => {
		const service = await startFakeService();
		const answer = await (await startTestBff(service.origin)).browser().get('/healthz');
		expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
	});
});
