import { describe, expect, it } from 'vitest';
import { apiPath } from '../../../src/contract/bff-api/api.ts';
import { pagePath } from '../../../src/contract/paths.ts';
import { operationPath } from '../../../src/contract/spec/operations.ts';
import { answer, fakeEvent, sendJson } from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { startSite } from '../start-site.ts';

describe('the web app is served', () => {
	const paths = [
		'/',
		'/cities/beijing?day_type=weekend&type=music',
		'/users/7/created',
		'/me/participated?status=ongoing',
		'/callback?code=x&state=y',
		'/developers',
	];
	it('at the path of every page, with the settings embedded', async () => {
		const { service, browser } = await startSite();
		for (const path of paths) {
			const response = await browser.get(path);
			expect([path, response.status]).toEqual([path, 200]);
			expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
			expect(pageDataOf(await response.text()).settings).toEqual({
				brand: expect.objectContaining({ name: 'Daybill', wordmark: ['Day', 'bill'], contact: null }),
				service_name: 'Events Sandbox',
				authorization_endpoint: `${service.origin}/service/auth2/auth`,
				client_id: 'daybill-demo',
				redirect_uri: 'http://localhost:3000/callback',
				scope: 'event_basic_r,event_basic_w',
				pkce: false,
				time_zone: null,
				map_tile_url: 'https://tile.example/{z}/{x}/{y}.png',
				sandbox: false,
				service: { base_url: service.origin, auth_url: service.origin, token_params: 'body', page_start: 0 },
			});
		}
	});

	it('to remote visitors without the URLs of the service, which may be internal', async () => {
		const { service, bff } = await startSite({ eventsAuthUrl: 'https://auth.example' });
		const read = async (headers: Record<string, string>) =>
			(await fetch(`${bff.origin}/developers`, { headers })).text();
		expect(await read({})).toContain(service.origin);
		expect(await read({ 'x-forwarded-for': '203.0.113.1' })).not.toContain(service.origin);
	});

	it('at the path of any identifier, with its data embedded', async () => {
		const { service, browser } = await startSite();
		const loc = { id: '1/a', name: 'St. Gallen', uid: 'st.gallen', parent: '', habitable: 'yes' };
		const dots = { id: '7', name: 'Dots', uid: '..', parent: '', habitable: 'yes' };
		service.handler = answer('/v2/loc/list', { count: 2, start: 0, total: 2, locs: [loc, dots] });
		for (const [path, found] of [
			[loc.uid, loc],
			[loc.id, loc],
			[dots.id, { ...dots, uid: dots.id }],
		] as const) {
			const data = pageDataOf(await browser.text(pagePath.city(path, { dayType: 'today' })));
			const { id, name, uid } = found;
			expect(data.loc).toMatchObject({ id, name, uid });
			const list = `/api/cities/${encodeURIComponent(id)}/events?day_type=today&start=0&count=20`;
			expect(Object.keys(data.responses)).toEqual([list]);
		}
		for (const id of ['a/b', '中文', '50%', '.ics.x', 'x'.repeat(200)]) {
			service.handler = (call, response) =>
				call.url === operationPath('getEvent', { id })
					? sendJson(response, 200, { ...fakeEvent, id })
					: undefined;
			const response = await browser.get(pagePath.event(id));
			expect([id, response.status]).toEqual([id, 200]);
			const paths = Object.keys(pageDataOf(await response.text()).responses);
			expect(paths).toEqual([apiPath({ operation: 'getEvent', parameters: { id } })]);
		}
	});

	it('with the first 50 parameters of a URL, since decoding thousands takes long', async () => {
		const { browser } = await startSite();
		const listAfter = async (others: number) => {
			const html = await browser.text(`/cities/beijing?${'a=%ff&'.repeat(others)}day_type=week`);
			return Object.keys(pageDataOf(html).responses).filter((path) => path.includes('day_type=week'));
		};
		expect(await listAfter(49)).toHaveLength(1);
		expect(await listAfter(50)).toEqual([]);
	});

	it('with 404 and a problem in place of an unknown file', async () => {
		const { browser } = await startSite();
		expect((await browser.get('/cities/%E0%A4%A')).status).toBeLessThan(500);
		for (const file of ['/assets/gone.js', '/.env', '/.vite/manifest.json']) {
			const { headers, status } = await browser.get(file);
			expect([file, status, headers.get('cache-control')]).toEqual([file, 404, 'no-store']);
			expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
		}
	});

	it('with files that clients may cache forever, because their content never changes', async () => {
		const { browser } = await startSite();
		const script = await browser.get('/assets/app-abc123.js');
		expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
		const icon = await browser.get('/icon.svg');
		expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
	});
});
