import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { csrfHeader } from '../../../src/contract/bff-api/session.ts';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

/** A response under a host name; `fetch` would set its own. */
function openUnder(
	port: number,
	path: string,
	host: string,
	headers: Record<string, string> = {},
	method = 'GET',
): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (response) => {
			response.resume();
			resolve(response);
		})
			.on('error', reject)
			.end();
	});
}

const statusUnder = async (port: number, path: string, host: string) =>
	(await openUnder(port, path, host, { [csrfHeader]: '1' })).statusCode;

describe('requests under a foreign host name (DNS rebinding)', () => {
	it('are rejected with 421 on every route, even when the name begins or ends like a known one', async () => {
		const service = await startFakeService();
		const { port } = await startTestBff(service.origin, { publicUrl: 'https://events.example' });
		for (const host of [
			'evil.example',
			'evil.example:3000',
			'events.example.evil.example',
			'evil-events.example',
			'localhost.evil.example',
			'127.0.0.1.evil.example',
			'127.evil.example',
			'evil.example:events.example',
			'192.0.2.1',
			'localhost@evil.example',
			'[::2]',
		])
			for (const path of [
				'/',
				'/auth/session',
				'/api/events/10',
				'/events/10.ics',
				'/assets/x.js',
				'/metrics',
				'/nowhere',
			])
				expect([host, path, await statusUnder(port, path, host)]).toEqual([host, path, 421]);
		expect(service.calls).toEqual([]);
	});

	it('are served under the host of PUBLIC_URL, names of this machine, and ALLOWED_HOSTS, with any port', async () => {
		const service = await startFakeService();
		const settings = { publicUrl: 'https://events.example', allowedHosts: ['app', '192.0.2.1'] };
		const { port } = await startTestBff(service.origin, settings);
		for (const host of [
			'events.example',
			'EVENTS.example.:443',
			'localhost:8080',
			'127.0.0.1',
			'[::1]:1',
			'app:3000',
			'192.0.2.1',
		])
			expect([host, await statusUnder(port, '/auth/session', host)]).toEqual([host, 200]);
	});

	it('are rejected with 400 where there are two: what is in front may have believed the other one', async () => {
		const { port } = await startTestBff((await startFakeService()).origin);
		const status = await new Promise((resolve, reject) => {
			const headers = ['Host', 'localhost', 'Host', 'evil.example'];
			request({ host: '127.0.0.1', port, path: '/cities', headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end();
		});
		expect(status).toBe(400);
	});

	it('are served for probes: /healthz and /readyz', async () => {
		const service = await startFakeService();
		const { port } = await startTestBff(service.origin);
		for (const path of ['/healthz', '/readyz'])
			expect(await statusUnder(port, path, '10.1.2.3:3000')).toBe(200);
	});
});

describe('a page under another name than that of PUBLIC_URL', () => {
	const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
	const start = async (publicUrl = 'https://events.example') => {
		const allowedHosts = ['www.events.example', '192.0.2.1', 'app'];
		return startTestBff((await startFakeService()).origin, { publicUrl, allowedHosts });
	};

	it.each([
		'/',
		'/cities/beijing?day_type=week&q=a%20b',
		'/callback?code=a&state=b',
		'//evil.example/',
		'/%zz',
	])('is opened there, with path and query: %s', async (path) => {
		const { port } = await start();
		for (const host of ['www.events.example', 'www.events.example:8080', '192.0.2.1:3000']) {
			const { statusCode, headers } = await openUnder(port, path, host, navigation);
			expect([host, statusCode, headers.location]).toEqual([host, 302, `https://events.example${path}`]);
			expect(headers['cache-control']).toBe('no-store');
		}
	});

	it('is opened there for a request in absolute form', async () => {
		const { port } = await start();
		const { headers } = await openUnder(port, 'http://www.events.example/cities?a=b', 'x', navigation);
		expect(headers.location).toBe('https://events.example/cities?a=b');
	});

	it('is opened there from another name of this machine', async () => {
		const { port } = await start('http://localhost:3000');
		const { headers } = await openUnder(port, '/cities', '127.0.0.1:3000', navigation);
		expect(headers.location).toBe('http://localhost:3000/cities');
	});

	it('is served where a proxy sends its own name, and would do so again after a redirect', async () => {
		const { port } = await start();
		for (const host of ['app:3000', '127.0.0.1:3000', 'localhost'])
			expect([host, (await openUnder(port, '/cities', host, navigation)).statusCode]).toEqual([host, 200]);
		const local = await start('http://localhost:8080');
		expect((await openUnder(local.port, '/cities', '127.0.0.1:3000', navigation)).statusCode).toBe(200);
	});

	it('is redirected once only, behind a proxy whose own name has a dot', async () => {
		const { port } = await start();
		const first = await openUnder(port, '/cities', '192.0.2.1', navigation);
		expect(first.statusCode).toBe(302);
		const [cookie = ''] = first.headers['set-cookie']?.[0]?.split(';') ?? [];
		const next = await openUnder(port, '/cities', '192.0.2.1', { ...navigation, cookie });
		expect([next.statusCode, next.headers.location]).toEqual([200, undefined]);
	});

	it('is the only request that is redirected', async () => {
		const { port } = await start();
		const statusOf = async (...given: [path: string, headers: Record<string, string>, method?: string]) => {
			const [path, headers, method] = given;
			return (await openUnder(port, path, 'www.events.example', headers, method)).statusCode;
		};
		expect(await statusOf('/healthz', navigation)).toBe(200);
		expect(await statusOf('/readyz', navigation)).toBe(200);
		expect(await statusOf('/cities', { accept: '*/*' })).toBe(200);
		expect(await statusOf('/auth/session', { accept: '*/*', [csrfHeader]: '1' })).toBe(200);
		expect(await statusOf('/auth/logout', { ...navigation, [csrfHeader]: '1' }, 'POST')).toBe(204);
		expect((await openUnder(port, '/cities', 'evil.example', navigation)).statusCode).toBe(421);
		expect((await openUnder(port, '/cities', 'EVENTS.example.:443', navigation)).statusCode).toBe(200);
	});
});
