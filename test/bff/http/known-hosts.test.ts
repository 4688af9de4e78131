import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '../raw-request.ts';
import { startSite } from '../start-site.ts';

const statusUnder = async (port: number, path: string, host: string) =>
	(await rawRequest(port, path, { host })).status;

describe('the host name of a request (DNS rebinding)', () => {
	it('is rejected with 421 on every route if it is foreign, even if it begins or ends like a known one', async () => {
		const { service, bff } = await startSite({ publicUrl: 'https://events.example' });
		for (const host of [
			'evil.example:3000',
			'events.example.evil.example',
			'evil-events.example',
			'localhost.evil.example',
			'192.0.2.1',
			'localhost@evil.example',
		])
			for (const path of ['/', '/auth/session', '/events/10.ics', '/assets/x.js', '/metrics', '/nowhere'])
				expect([host, path, await statusUnder(bff.port, path, host)]).toEqual([host, path, 421]);
		expect(service.calls).toEqual([]);
	});

	it('may be from PUBLIC_URL or ALLOWED_HOSTS, or a name of this machine, with any port; for probes, any name', async () => {
		const { bff } = await startSite({
			publicUrl: 'https://events.example',
			allowedHosts: ['app', '192.0.2.1'],
		});
		for (const host of [
			'events.example',
			'EVENTS.example.:443',
			'localhost:8080',
			'127.0.0.1',
			'[::1]:1',
			'app:3000',
			'192.0.2.1',
		])
			expect([host, await statusUnder(bff.port, '/auth/session', host)]).toEqual([host, 200]);
		for (const path of ['/healthz', '/readyz'])
			expect(await statusUnder(bff.port, path, '10.1.2.3:3000')).toBe(200);
	});

	it.each([
		['two, because a proxy may have used the other one', ['Host', 'localhost', 'Host', 'evil.example']],
		['none', ['Accept', '*/*']],
	])('causes a 400 if there are %s', async (_what, headers) => {
		const { bff } = await startSite();
		const status = await new Promise((resolve, reject) => {
			request({ host: '127.0.0.1', port: bff.port, path: '/cities', headers, setHost: false }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end();
		});
		expect(status).toBe(400);
	});
});

describe('a page under another host name than PUBLIC_URL’s', () => {
	const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
	const start = async (publicUrl = 'https://events.example') => {
		const { bff } = await startSite({ publicUrl, allowedHosts: ['www.events.example', '192.0.2.1', 'app'] });
		return (path: string, host: string, headers: Record<string, string> = navigation, method = 'GET') =>
			rawRequest(bff.port, path, { host, ...headers }, method);
	};

	it('redirects to PUBLIC_URL, with path and query', async () => {
		const open = await start();
		for (const path of [
			'/',
			'/cities/beijing?day_type=week&q=a%20b',
			'/callback?code=a&state=b',
			'//evil.example/',
			'/%zz',
		])
			for (const host of ['www.events.example', '192.0.2.1:3000']) {
				const { status, headers } = await open(path, host);
				expect([host, status, headers.location]).toEqual([host, 302, `https://events.example${path}`]);
				expect(headers['cache-control']).toBe('no-store');
			}
		// A target in absolute form (RFC 9112 §3.2.2).
		expect((await open('http://www.events.example/cities?a=b', 'x')).headers.location).toBe(
			'https://events.example/cities?a=b',
		);
		const local = await start('http://localhost:3000');
		expect((await local('/cities', '127.0.0.1:3000')).headers.location).toBe('http://localhost:3000/cities');
	});

	it('is served if a proxy sends its own name, which it would do again after a redirect', async () => {
		const open = await start();
		for (const host of ['app:3000', '127.0.0.1:3000', 'localhost'])
			expect([host, (await open('/cities', host)).status]).toEqual([host, 200]);
		expect((await (await start('http://localhost:8080'))('/cities', '127.0.0.1:3000')).status).toBe(200);
	});

	it('is the only kind of request that redirects', async () => {
		const open = await start();
		const host = 'www.events.example';
		for (const path of ['/healthz', '/readyz']) expect((await open(path, host)).status).toBe(200);
		for (const path of ['/cities', '/auth/session'])
			expect((await open(path, host, { accept: '*/*' })).status).toBe(200);
		expect((await open('/auth/logout', host, navigation, 'POST')).status).toBe(204);
		expect((await open('/cities', 'evil.example')).status).toBe(421);
		expect((await open('/cities', 'EVENTS.example.:443')).status).toBe(200);
	});
});
