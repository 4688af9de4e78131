import { createClient } from 'redis';
import { expect, it, onTestFinished } from 'vitest';
import { startChild } from '../../program.ts';
import { createBrowser, outcomeOf } from '../browser.ts';
import { alsoAt } from '../browsers-at.ts';
import { startFakeService } from '../fake-service.ts';
import { startRedis } from '../redis-server.ts';
import { signInWithCode } from '../sign-in.ts';
import { bffSettings, publicUrl, startTestBff } from '../start-bff.ts';

const join = '/api/events/10/participants';

it('in Redis, the lock of a process that was killed during a refresh expires: the session ends immediately, and no request gets 503', async () => {
	const service = await startFakeService();
	// The token endpoint accepts the refresh token without ever responding.
	service.handler = (call) => {
		if (!call.body.includes('grant_type=refresh_token')) return undefined;
		service.refreshToken = 'the-next-one';
		return true;
	};
	const settings = { redisUrl: (await startRedis()).url, sessionKeys: ['A'.repeat(43)] };
	const child = await startChild('test/bff/bff-process.ts', await bffSettings(service.origin, settings));
	onTestFinished(child.kill);
	const browser = createBrowser(child.origin, publicUrl);
	expect((await signInWithCode(browser)).status).toBe(200);
	service.valid.clear();
	const underWay = browser.post(join).catch(() => undefined);
	await expect.poll(() => service.tokenCalls('refresh_token').length).toBe(1);
	await child.kill();
	await underWay;
	service.handler = () => undefined;

	const next = alsoAt((await startTestBff(service.origin, settings)).origin, browser);
	const responses = Promise.all(Array.from({ length: 5 }, () => next.post(join)));
	// Eight seconds pass.
	const redis = createClient({ url: settings.redisUrl });
	await redis.connect();
	const [lock = ''] = await redis.keys('daybill:lock:*');
	expect(await redis.pTTL(lock)).toBeGreaterThan(0);
	await redis.pExpire(lock, 1);
	redis.destroy();
	for (const response of await responses) expect(await outcomeOf(response)).toEqual([401, 'session_expired']);
	expect(service.tokenCalls('refresh_token')).toHaveLength(2);
	expect(await next.session()).toEqual({ signed_in: false });
});
