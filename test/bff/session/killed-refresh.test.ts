import { expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { startChild } from '../../program.ts';
import { createBrowser } from '../browser.ts';
import { type FakeService, startFakeService } from '../fake-service.ts';
import { startRedis } from '../redis-server.ts';
import { signInWithCode } from '../sign-in.ts';
import { bffSettings, publicUrl } from '../start-bff.ts';

const join = '/api/events/10/participants';
const sessionKeys = ['A'.repeat(43)];

async function spawnBff(settings: BffSettings) {
	const child = await startChild('test/bff/bff-process.ts', settings);
	onTestFinished(child.kill);
	return child;
}

/** Kills a process during a refresh, and returns the same browser, connected to the next process. */
async function killedInRefresh(settings: BffSettings, service: FakeService) {
	const first = await spawnBff(settings);
	const browser = createBrowser(first.origin, publicUrl);
	expect((await signInWithCode(browser)).status).toBe(200);
	service.valid.clear();
	const underWay = browser.post(join).catch(() => undefined);
	await expect.poll(() => service.tokenCalls('refresh_token').length).toBe(1);
	await first.kill();
	await underWay;
	service.handler = () => undefined;
	const next = await spawnBff(settings);
	const copy = createBrowser(next.origin, publicUrl);
	for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
	return copy;
}

/** Makes the token endpoint accept the refresh token without ever responding. */
function spendToken(service: FakeService): void {
	service.handler = (call) => {
		if (!call.body.includes('grant_type=refresh_token')) return undefined;
		service.refreshToken = 'the-next-one';
		return true;
	};
}

it('in Redis, the lock of a process that was killed during a refresh expires: the session ends immediately, and no request gets 503', async () => {
	const service = await startFakeService();
	const settings = await bffSettings(service.origin, { redisUrl: (await startRedis()).url, sessionKeys });
	spendToken(service);
	const browser = await killedInRefresh(settings, service);
	const responses = await Promise.all(Array.from({ length: 5 }, () => browser.post(join)));
	expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
	expect(await responses[0]?.json()).toMatchObject({ reason: 'session_expired' });
	expect(service.tokenCalls('refresh_token')).toHaveLength(2);
	expect(await browser.session()).toEqual({ signed_in: false });
});
