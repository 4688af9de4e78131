import { describe, expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../src/bff/settings.ts';
import { type Child, startChild } from '../child.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import type { Browser } from './browser.ts';
import { alsoAt, signedInAt } from './browsers-at.ts';
import { startRedis } from './redis-server.ts';
import { bffSettings } from './start-bff.ts';

/** Starts a BFF in a separate process. */
async function spawnBff(settings: BffSettings): Promise<Child> {
	const child = await startChild('test/bff/bff-process.ts', settings);
	onTestFinished(child.kill);
	return child;
}

const refreshes = (calls: readonly string[]) => calls.filter((call) => call.includes('/auth2/token')).length;

describe('one hundred calls on an expired token make one refresh', () => {
	const hundred = async (browsers: readonly Browser[], eventId: string) => {
		const responses = await Promise.all(
			Array.from({ length: 100 }, (_, index) => {
				const browser = browsers[index % browsers.length];
				return index % 3 === 0
					? browser?.post(`/api/events/${eventId}/wishers`)
					: browser?.get(`/api/events/${eventId}`);
			}),
		);
		return new Set(responses.map((response) => response?.status));
	};
	const aWeek = 7 * 86_400 + 10;

	it('over two processes on one Redis', async () => {
		const sandbox = await startTestSandbox();
		const proxy = await startRecordingProxy(sandbox.origin);
		onTestFinished(proxy.close);
		const redis = await startRedis();
		const settings = await bffSettings(proxy.origin, { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)] });
		const first = await spawnBff(settings);
		const second = await spawnBff(settings);
		const browser = await signedInAt(first.origin, sandbox);
		await sandbox.advance(aWeek);
		const { id } = await sandbox.someEvent();
		proxy.calls.length = 0;
		expect(await hundred([browser, alsoAt(second.origin, browser)], id)).toEqual(new Set([200, 202]));
		expect(refreshes(proxy.calls)).toBe(1);
	});

	it('and report it clearly and lose no session when Redis is unreachable in between', async () => {
		const sandbox = await startTestSandbox();
		const proxy = await startRecordingProxy(sandbox.origin);
		onTestFinished(proxy.close);
		const redis = await startRedis();
		const settings = await bffSettings(proxy.origin, { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)] });
		const bff = await spawnBff(settings);
		const browser = await signedInAt(bff.origin, sandbox);
		await sandbox.advance(aWeek);
		const { id } = await sandbox.someEvent();
		// The token call is delayed, so that the connection hangs while the new pair is on its way.
		await sandbox.control('POST', '/faults', { path: '/service/auth2/token', delay_ms: 600, times: 1 });
		proxy.calls.length = 0;
		const calls = hundred([browser], id);
		await expect.poll(() => refreshes(proxy.calls)).toBe(1);
		redis.process.kill('SIGSTOP');
		const during = await browser.get(`/api/events/${id}`);
		expect([during.status, await during.json()]).toEqual([
			503,
			expect.objectContaining({ reason: 'store_unreachable' }),
		]);
		redis.process.kill('SIGCONT');
		const statuses = await calls;
		for (const status of statuses) expect([200, 202, 503]).toContain(status);
		await expect.poll(async () => (await browser.get(`/api/events/${id}`)).status).toBe(200);
		expect(await browser.session()).toMatchObject({ signed_in: true });
		expect(refreshes(proxy.calls)).toBe(1);
	});
});
