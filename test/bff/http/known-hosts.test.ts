import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { csrfHeader } from '../../../src/contract/bff-api/session.ts';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

/** The status of a request under a host name; `fetch` would set its own. */
function statusUnder(port: number, path: string, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path, headers: { host, [csrfHeader]: '1' } }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		})
			.on('error', reject)
			.end();
	});
}

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

	it('are served for probes: /healthz and /readyz', async () => {
		const service = await startFakeService();
		const { port } = await startTestBff(service.origin);
		for (const path of ['/healthz', '/readyz'])
			expect(await statusUnder(port, path, '10.1.2.3:3000')).toBe(200);
	});
});
