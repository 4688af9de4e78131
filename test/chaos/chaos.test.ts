/**
 * `npm run chaos`: BFF, sandbox and Redis killed, stopped and cut at random under a mixed load (CHAOS_SECONDS of it, 20
 * in `npm test`; CHAOS_SEED for another order). Every confirmed write is compared with the stored data, and every response
 * with the possible ones: no write is lost, no response is wrong or belongs to another person.
 */
import { createClient } from 'redis';
import { expect, it, onTestFinished } from 'vitest';
import { createEncryption } from '../../src/bff/session/encryption.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import type { TokenResponse, WireEventList } from '../../src/contract/spec/resources.ts';
import { createRandom } from '../../src/sandbox/data/random.ts';
import { startRedis } from '../bff/redis-server.ts';
import { openRedisStore } from '../bff/redis-stores.ts';
import { bffSettings, publicUrl, temporaryFolder } from '../bff/start-bff.ts';
import { type Child, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { redirectUri } from '../sandbox/start-sandbox.ts';

const seconds = Number(process.env.CHAOS_SECONDS ?? 20);
const seed = Number(process.env.CHAOS_SEED ?? 1);
const key = 'A'.repeat(43);
const people = 10;
/** Lifetime of an access token at level L1 in seconds (specification §5). */
const week = 7 * 86_400;
const maxWeeks = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Kind = 'participants' | 'wishers';
const listOf: Record<Kind, string> = { participants: 'user_participated', wishers: 'user_wished' };

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
		const control = async <Body>(method: string, path: string, body: object): Promise<Body> =>
			(
				await fetch(`${sandboxOrigin}/_sandbox${path}`, {
					method,
					headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
					body: JSON.stringify(body),
				})
			).json() as Promise<Body>;

		const exhibitions = `${sandboxOrigin}/v2/event/list?day_type=future&type=exhibition&count=100`;
		const { events } = (await (await fetch(exhibitions)).json()) as WireEventList;
		const open = events.toSorted((a, b) => (a.end_time < b.end_time ? 1 : -1)).slice(0, 6);
		expect(open.length).toBeGreaterThan(2);

		// Tokens are valid for a week: from here, many weeks pass until the events are over.
		await control('POST', '/clock', { advance_seconds: -maxWeeks * week });

		const store = await openRedisStore(redis.url, createEncryption([key]), Date.now, {
			warn: () => undefined,
		});
		const sessions: { userId: string; id: string }[] = [];
		for (let index = 0; index < people; index++) {
			const userId = String(1010 + index);
			const tokens = await control<TokenResponse>('POST', '/tokens', {
				client_id: 'daybill-demo',
				user_id: userId,
			});
			const id = `session-of-${userId}`;
			await store.create(id, {
				userId,
				scope: 'event_basic_r,event_basic_w',
				tokens: {
					accessToken: tokens.access_token,
					refreshToken: tokens.refresh_token,
					expiresIn: tokens.expires_in,
					receivedAt: Date.now(),
				},
			});
			sessions.push({ userId, id });
		}
		await store.close();

		const mistakes: string[] = [];
		/** What was confirmed, by user, kind and event; absent while either is possible. */
		const confirmed = new Map<string, boolean>();
		const counts = { confirmed: 0, checked: 0, faults: 0, expiries: 0 };
		/** Users with a confirmed write since the tokens last expired. */
		const served = new Set<string>();
		/** Writes that were not confirmed, by the reason in the response. */
		const failures: Record<string, number> = {};
		const countFailure = (reason: string) => {
			failures[reason] = (failures[reason] ?? 0) + 1;
		};
		const call = async (session: string, method: string, path: string) => {
			const response = await fetch(`http://127.0.0.1:${ports.bff}${path}`, {
				method,
				headers: {
					[csrfHeader]: '1',
					cookie: `daybill=${session}`,
					...(method === 'GET' ? {} : { origin: publicUrl }),
				},
				signal: AbortSignal.timeout(30_000),
			});
			return { status: response.status, body: (await response.json()) as Record<string, unknown> };
		};
		let isOver = false;
		const act = async ({ userId, id }: (typeof sessions)[number], own: ReturnType<typeof createRandom>) => {
			while (!isOver) {
				await pause(own.between(20, 250));
				const kind = own.pick<Kind>(['participants', 'wishers']);
				const choice = own.next();
				try {
					if (choice < 0.7) {
						const { id: event } = own.pick(open);
						const joins = own.chance(0.6);
						const entry = `${userId} ${kind} ${event}`;
						confirmed.delete(entry);
						const { status, body } = await call(
							id,
							joins ? 'POST' : 'DELETE',
							`/api/v2/event/${event}/${kind}`,
						);
						if (status === 202) {
							confirmed.set(entry, joins);
							served.add(userId);
							counts.confirmed++;
						} else countFailure(String(body.reason ?? body.code ?? status));
						if (status === 401) mistakes.push(`${userId} lost the session: ${String(body.detail)}`);
					} else if (choice < 0.85) {
						const { status, body } = await call(id, 'GET', '/auth/session');
						if (status === 200 && body.service_user_id !== userId)
							mistakes.push(`${userId} received the session of ${String(body.service_user_id)}`);
					} else {
						const { status, body } = await call(
							id,
							'GET',
							`/api/v2/event/${listOf[kind]}/${userId}?count=100`,
						);
						if (status !== 200) continue;
						counts.checked++;
						const listed = new Set((body as unknown as WireEventList).events.map((event) => event.id));
						for (const [entry, isIn] of confirmed) {
							const [who, what, event = ''] = entry.split(' ');
							if (who === userId && what === kind && listed.has(event) !== isIn)
								mistakes.push(`${entry}: confirmed ${isIn}, listed ${listed.has(event)}`);
						}
					}
				} catch {
					// The process was killed before it responded: either outcome is possible.
					countFailure('no response');
				}
			}
		};
		const actors = sessions.map((session, index) => act(session, createRandom(seed * 1_000 + index)));

		const stopFor = async (pid: number | undefined, ms: number) => {
			if (pid === undefined) return;
			process.kill(pid, 'SIGSTOP');
			await pause(ms);
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
				if (served.size < people || counts.expiries === maxWeeks) return;
				served.clear();
				counts.expiries++;
				await control('POST', '/clock', { advance_seconds: week + 60 });
			},
		];
		const endsAt = performance.now() + seconds * 1_000;
		// On a slow machine there may be few writes between two faults.
		while (performance.now() < endsAt || counts.confirmed <= seconds) {
			const index = random.between(0, faults.length - 1);
			await faults[index]?.();
			counts.faults++;
			// The counters of the limits depend on the virtual hour.
			await control('POST', '/clock', { advance_seconds: 3_600 }).catch(() => undefined);
			await pause(random.between(300, 1_500));
		}
		isOver = true;
		await Promise.all(actors);

		for (const [entry, isIn] of confirmed) {
			const [userId = '', kind = '', event = ''] = entry.split(' ');
			const list = (await (
				await fetch(`${sandboxOrigin}/v2/event/${listOf[kind as Kind]}/${userId}?count=100`)
			).json()) as WireEventList;
			if (list.events.some(({ id }) => id === event) !== isIn)
				mistakes.push(`lost: ${entry} should be ${isIn}`);
		}
		for (const { userId, id } of sessions)
			await expect
				.poll(async () => (await call(id, 'GET', '/auth/session')).body.service_user_id, {
					timeout: 60_000,
					interval: 500,
				})
				.toBe(userId);
		expect(mistakes.join('\n')).toBe('');
		expect(counts.confirmed).toBeGreaterThan(seconds);
		expect(counts.faults).toBeGreaterThan(3);
		process.stdout.write(`chaos, seed ${seed}: ${JSON.stringify({ ...counts, failures })}\n`);
	},
	(seconds + 180) * 1_000,
);
