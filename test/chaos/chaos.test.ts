/**
 * `npm run chaos`: BFF, sandbox and Redis killed, stopped and cut at random under a mixed load (CHAOS_SECONDS of it, 20
 * in `npm test`; CHAOS_SEED for another order). Every confirmed write is compared with the stored data, and every response
 * with the possible ones: no write is lost, no response is wrong or belongs to another person.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import { expect, it, onTestFinished } from 'vitest';
import { createRandom } from '../../src/sandbox/data/random.ts';
import { openRedisSessions } from '../bff/open-sessions.ts';
import { startRedis } from '../bff/redis-server.ts';
import { bffSettings, temporaryFolder } from '../bff/start-bff.ts';
import { storeSessions } from '../bff/store-sessions.ts';
import { type Child, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { controlOf } from '../sandbox/control.ts';
import { redirectUri } from '../sandbox/start-sandbox.ts';
import { startLoad } from './load.ts';
import { expireTokens, maxWeeks, passAnHour, prepareLongRun } from './long-run.ts';

const seconds = Number(process.env.CHAOS_SECONDS ?? 20);
const seed = Number(process.env.CHAOS_SEED ?? 1);
const key = 'A'.repeat(43);
const people = 10;

it(
	`${seconds} seconds of faults lose no confirmed write and no session, and mix up no sessions`,
	async () => {
		const random = createRandom(seed);
		const folder = await temporaryFolder();
		const ports = { sandbox: await freePort(), bff: await freePort() };
		const sandboxOrigin = `http://127.0.0.1:${ports.sandbox}`;
		let redis = await startRedis(undefined, folder);
		const settings = await bffSettings(sandboxOrigin, {
			redisUrl: redis.url,
			sessionKeys: [key],
			port: ports.bff,
		});
		const start = {
			sandbox: () =>
				startChild('test/sandbox/sandbox-process.ts', {
					port: ports.sandbox,
					database: `${folder}/sandbox.sqlite`,
					seed: 'small',
					redirectUri,
				}),
			bff: () => startChild('test/bff/bff-process.ts', settings),
		};
		const running: Record<'sandbox' | 'bff', Child> = {
			sandbox: await start.sandbox(),
			bff: await start.bff(),
		};
		onTestFinished(async () => {
			await running.bff.kill();
			await running.sandbox.kill();
		});
		const control = controlOf(sandboxOrigin);
		const events = await prepareLongRun(sandboxOrigin, control);
		const store = await openRedisSessions(redis.url, [key]);
		const userIds = Array.from({ length: people }, (_, index) => String(1010 + index));
		const members = await storeSessions(store, control, userIds, Date.now());
		await store.close();

		const origin = running.bff.origin;
		const load = startLoad({ origin, sandboxOrigin, members, events, seed });
		const counts = { faults: 0, expiries: 0 };

		const stopFor = async (pid: number | undefined, ms: number) => {
			if (pid === undefined) return;
			process.kill(pid, 'SIGSTOP');
			await wait(ms);
			process.kill(pid, 'SIGCONT');
		};
		const faults = [
			async () => {
				await running.sandbox.kill();
				running.sandbox = await start.sandbox();
			},
			async () => {
				await running.bff.kill();
				running.bff = await start.bff();
			},
			async () => {
				await redis.stop();
				redis = await startRedis(redis.port, folder);
			},
			() => stopFor(redis.process.pid, random.between(200, 1_500)),
			() => stopFor(running.sandbox.pid, random.between(200, 1_500)),
			async () => {
				// Cut: Redis closes every connection.
				const client = createClient({ url: redis.url });
				client.on('error', () => undefined);
				await client.connect();
				await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
				client.destroy();
			},
			// Tokens expire: the next calls refresh, whatever else is going on.
			async () => {
				// A refresh token is valid for two weeks: a user without a call since would rightly be signed out.
				if (load.served.size < people || counts.expiries === maxWeeks) return;
				load.served.clear();
				counts.expiries++;
				await expireTokens(control);
			},
		];
		const endsAt = performance.now() + seconds * 1_000;
		// On a slow machine there may be few writes between two faults.
		while (performance.now() < endsAt || load.counts.confirmed <= seconds) {
			const index = random.between(0, faults.length - 1);
			await faults[index]?.();
			counts.faults++;
			await passAnHour(control).catch(() => undefined);
			await wait(random.between(300, 1_500));
		}
		await load.stop();
		for (const { userId, id } of members)
			await expect.poll(() => load.ownerOf(id), { timeout: 60_000, interval: 500 }).toBe(userId);
		expect(load.mistakes.join('\n')).toBe('');
		expect(load.counts.confirmed).toBeGreaterThan(seconds);
		expect(counts.faults).toBeGreaterThan(3);
		const failures = Object.groupBy(load.failures, ({ reason }) => reason);
		const byReason = Object.entries(failures).map(([reason, all]) => [reason, all?.length]);
		process.stdout.write(
			`chaos, seed ${seed}: ${JSON.stringify({ ...load.counts, ...counts, failures: Object.fromEntries(byReason) })}\n`,
		);
	},
	(seconds + 180) * 1_000,
);
