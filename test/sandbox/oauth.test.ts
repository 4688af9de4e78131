import { describe, expect, it } from 'vitest';
import { levels } from '../../src/contract/spec/levels.ts';
import { startTestSandbox } from './start-sandbox.ts';

it('an application can register an http redirect URI only on this machine', async () => {
	const sandbox = await startTestSandbox();
	const register = (redirect_uri: string) =>
		sandbox.control('POST', '/apps', { redirect_uri }).then(({ status }) => status);
	expect(await register('http://shop.example/callback')).toBe(400);
	expect(await register('http://127.0.0.1:5000/callback')).toBe(201);
	expect(await register('https://shop.example/callback')).toBe(201);
});

describe('token states (Spec §3.1, §5)', () => {
	it('accepts a code once (118), and ends the tokens of a code that is used twice (103)', async () => {
		const sandbox = await startTestSandbox();
		const { token, call } = sandbox;
		const code = await sandbox.code();
		const first = await token({ grant_type: 'authorization_code', code });
		expect((await token({ grant_type: 'authorization_code', code })).body.code).toBe(118);
		const { body } = await call('GET', '/v2/loc/list', { token: first.body.access_token });
		expect(body.code).toBe(103);
	});

	it('rejects an expired code (118)', async () => {
		const sandbox = await startTestSandbox();
		const { token, advance } = sandbox;
		const code = await sandbox.code();
		await advance(601);
		expect((await token({ grant_type: 'authorization_code', code })).body.code).toBe(118);
	});

	it('issues tokens with the lifetimes of the level', async () => {
		const level = 'L2';
		const { control, issue, call, advance, token } = await startTestSandbox();
		await control('PATCH', '/apps/daybill-demo', { level });
		const tokens = await issue();
		const { accessTokenSeconds, refreshTokenSeconds } = levels[level];
		expect(tokens.expires_in).toBe(accessTokenSeconds);
		await advance(accessTokenSeconds - 5);
		expect((await call('GET', '/v2/loc/list', { token: tokens.access_token })).status).toBe(200);
		await advance(10);
		expect((await call('GET', '/v2/loc/list', { token: tokens.access_token })).body.code).toBe(106);
		await advance(refreshTokenSeconds - accessTokenSeconds);
		const { body } = await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
		expect(body.code).toBe(119);
	});
});
