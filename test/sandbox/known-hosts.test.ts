import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/servers/settings.ts';
import { rawRequest } from '../bff/raw-request.ts';
import { startTestSandbox } from './start-sandbox.ts';

const send = (origin: string, path: string, headers: Record<string, string>) =>
	rawRequest(Number(new URL(origin).port), path, headers);

const control = { 'x-daybill-sandbox-control': '1' };

describe('requests with a foreign host name (DNS rebinding)', () => {
	it('are rejected with 421 on every route, even if the name begins or ends like an allowed one', async () => {
		const { origin } = await startTestSandbox({ allowedHosts: ['sandbox.example'] });
		for (const host of [
			'evil.example:3100',
			'sandbox.example.evil.example',
			'evil-sandbox.example',
			'localhost.evil.example',
			'127.evil.example',
			'192.0.2.1',
		])
			for (const path of ['/v2/loc/list', '/_sandbox/state', '/sandbox/consents', '/nowhere']) {
				const { status } = await send(origin, path, { host, ...control });
				expect([host, path, status]).toEqual([host, path, 421]);
			}
	});

	it('get an error body, and do not use up a fault', async () => {
		const sandbox = await startTestSandbox();
		await sandbox.control('POST', '/faults', { path: '/v2/loc/list', status: 503, times: 1 });
		const rejected = await send(sandbox.origin, '/v2/loc/list?x=1', { host: 'evil.example' });
		expect(JSON.parse(rejected.body)).toMatchObject({ code: 126, request: 'GET /v2/loc/list' });
		expect((await sandbox.call('GET', '/v2/loc/list')).status).toBe(503);
	});
});

describe('the control API', () => {
	it('is hidden behind a reverse proxy and under another name', async () => {
		const { origin } = await startTestSandbox({ allowedHosts: ['sandbox.example'] });
		const codeOf = async (headers: Record<string, string>) => {
			const { body } = await send(origin, '/_sandbox/state', { host: 'localhost', ...control, ...headers });
			return (JSON.parse(body) as { code?: number }).code;
		};
		expect(await codeOf({})).toBeUndefined();
		for (const name of [
			'x-forwarded-for',
			'x-forwarded-server',
			'x-real-ip',
			'forwarded',
			'via',
			'cf-connecting-ip',
		])
			expect([name, await codeOf({ [name]: '' })]).toEqual([name, 107]);
		expect(await codeOf({ host: 'sandbox.example' })).toBe(107);
	});

	it('is off by default if the site is on another machine: a proxy that adds no header may be in between', async () => {
		const isOn = async (settings: Record<string, string>) => {
			const sandbox = await startTestSandbox({ control: readSettings(settings).sandbox.control });
			return (await sandbox.control('GET', '/state')).status === 200;
		};
		const remote = { PUBLIC_URL: 'https://events.example' };
		expect(await isOn({})).toBe(true);
		expect(await isOn(remote)).toBe(false);
		expect(await isOn({ ALLOWED_HOSTS: 'sandbox.example' })).toBe(false);
		expect(await isOn({ ...remote, SANDBOX_CONTROL: 'on' })).toBe(true);
	});

	it('sends the secret of an application only once, when it is created, and never a password', async () => {
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
		const user = await sandbox.control('PATCH', '/users/1001', { password: 'a new one' });
		expect(user.body).toMatchObject({ uid: 'alice' });
		expect(JSON.stringify(user.body)).not.toMatch(/password|a new one/);
	});
});
