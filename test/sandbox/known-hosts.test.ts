import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from './start-sandbox.ts';

/** The response to a request with these headers; `fetch` would set its own Host header. */
function send(
	origin: string,
	path: string,
	headers: Record<string, string>,
	method = 'GET',
): Promise<{ status: number; text: string }> {
	const { port } = new URL(origin);
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
			let text = '';
			response.on('data', (chunk: Buffer) => {
				text += String(chunk);
			});
			response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
		})
			.on('error', reject)
			.end();
	});
}

const control = { 'x-daybill-sandbox-control': '1' };

describe('requests with a foreign host name (DNS rebinding)', () => {
	it('are rejected with 421 on every route, even if the name begins or ends like an allowed one', async () => {
		const { origin } = await startTestSandbox({ publicOrigin: 'https://sandbox.example' });
		for (const host of [
			'evil.example',
			'evil.example:3100',
			'sandbox.example.evil.example',
			'evil-sandbox.example',
			'localhost.evil.example',
			'127.0.0.1.evil.example',
			'192.0.2.1',
			'localhost@evil.example',
		])
			for (const path of [
				'/v2/loc/list',
				'/_sandbox/state',
				'/sandbox/consents',
				'/service/auth2/auth',
				'/nowhere',
			])
				expect([host, path, (await send(origin, path, { host, ...control })).status]).toEqual([
					host,
					path,
					421,
				]);
	});

	it('get an error body, and do not use up a fault', async () => {
		const sandbox = await startTestSandbox();
		await sandbox.control('POST', '/faults', { path: '/v2/loc/list', status: 503, times: 1 });
		const rejected = await send(sandbox.origin, '/v2/loc/list?x=1', { host: 'evil.example' });
		expect(JSON.parse(rejected.text)).toMatchObject({ code: 126, request: 'GET /v2/loc/list' });
		expect((await sandbox.call('GET', '/v2/loc/list')).status).toBe(503);
	});

	it('are served with names of this machine, the host of the public origin, and configured names', async () => {
		const { origin } = await startTestSandbox({
			publicOrigin: 'https://sandbox.example',
			allowedHosts: ['phone', '192.0.2.1', '[2001:db8::1]'],
		});
		for (const host of [
			'localhost',
			'127.0.0.1:1',
			'[::1]:3100',
			'SANDBOX.example.:443',
			'phone:3100',
			'192.0.2.1',
			'[2001:db8::1]:3100',
		])
			expect([host, (await send(origin, '/v2/loc/list', { host })).status]).toEqual([host, 200]);
	});
});

describe('the control API', () => {
	it('is hidden behind a reverse proxy and under the public name', async () => {
		const { origin } = await startTestSandbox({ publicOrigin: 'https://sandbox.example' });
		const codeOf = async (headers: Record<string, string>) => {
			const { text } = await send(origin, '/_sandbox/state', { host: 'localhost', ...control, ...headers });
			return (JSON.parse(text) as { code?: number }).code;
		};
		expect(await codeOf({})).toBeUndefined();
		for (const headers of [
			{ forwarded: 'for=192.0.2.9' },
			{ 'x-forwarded-for': '192.0.2.9' },
			{ 'x-forwarded-for': '' },
			{ 'x-forwarded-proto': 'https' },
			{ 'x-forwarded-host': 'localhost' },
			{ 'x-real-ip': '127.0.0.1' },
			{ via: '1.1 proxy' },
			{ host: 'sandbox.example' },
		])
			expect([headers, await codeOf(headers)]).toEqual([headers, 107]);
	});

	it('sends the secret of an application only once, when it is created', async () => {
		const sandbox = await startTestSandbox();
		const made = await sandbox.control('POST', '/apps', {
			client_id: 'shop',
			redirect_uri: 'https://shop.example/',
		});
		expect(made.body).toMatchObject({
			client_id: 'shop',
			client_secret: expect.stringMatching(/^[\w-]{43}$/),
		});
		for (const changes of [{}, { name: 'Shop' }, { client_secret: 'a new one' }]) {
			const { status, body } = await sandbox.control('PATCH', '/apps/shop', changes);
			expect([status, body.client_id]).toEqual([200, 'shop']);
			expect(JSON.stringify(body)).not.toMatch(/secret|a new one/);
		}
	});
});
