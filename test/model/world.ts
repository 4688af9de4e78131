/**
 * Two processes on one Redis and one alone. They reach the sandbox through a proxy that delays writes, drops responses
 * or is down. All share one clock. The truth is read from the sandbox's database, including delayed writes.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { BffSettings } from '../../src/bff/settings.ts';
import { type Browser, createCalendar } from '../bff/browser.ts';
import { sessionKeys, signedInAt } from '../bff/browsers-at.ts';
import { startRedis } from '../bff/redis-server.ts';
import { startTestBff, type TestBff, temporaryFolder } from '../bff/start-bff.ts';
import { Dropped, json, type Middleware } from '../conformance/service/messages.ts';
import { isRead, operationOf } from '../conformance/service/operation.ts';
import { startProxy } from '../conformance/service/proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';

export const people = ['alice', 'bob', 'carol'] as const;
const userIds = ['1001', '1002', '1003'] as const;
/** The first two places are the processes on Redis. */
export const places = [0, 1, 2] as const;
/** A site is the processes that share a store. */
export const siteOf = (place: number): number => (place < 2 ? 0 : 1);
export const sites = [0, 1] as const;

/** How much later the service carries out a write when it is late; within the gap register's 30 s. */
const lateMs = 20_000;
const dayMs = 86_400_000;

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld() {
	const folder = await temporaryFolder();
	const database = path.join(folder, 'service.sqlite');
	const sandbox = await startTestSandbox({ database });
	await sandbox.control('PATCH', '/apps/daybill-demo', { level: 'L3' });
	const direct = new DatabaseSync(database);
	direct.exec('PRAGMA busy_timeout = 5000');
	onTestFinished(() => direct.close());
	const service = { isLate: false, drops: false, isDown: false, calls: 0 };
	const due: { at: number; id: string; run: () => Promise<unknown> }[] = [];
	let aheadMs = 0;
	const clock = () => Date.now() + aheadMs;
	const isPrivate = (id: string) =>
		direct.prepare('SELECT is_priv FROM events WHERE id = ?').get(id)?.is_priv === 1;
	const carryOut = async (latest: number, only?: string) => {
		for (const each of due.toSorted((one, other) => one.at - other.at)) {
			if (each.at > latest || (only !== undefined && each.id !== only)) continue;
			due.splice(due.indexOf(each), 1);
			await each.run();
		}
	};

	const middleware: Middleware = async (request, next) => {
		const name = operationOf(request);
		service.calls++;
		if (service.isDown) throw new Dropped();
		if (name === undefined || isRead(name)) return next(request);
		// A write to a private event may be rejected, and the rejection must not be delayed.
		const id = request.path[2] ?? '';
		if (service.isLate && !isPrivate(id)) {
			due.push({ at: clock() + lateMs, id, run: () => next(request) });
			return json(202, {});
		}
		// Carry out the event's delayed writes first, to keep their order.
		await carryOut(Infinity, id);
		const response = await next(request);
		if (!service.drops) return response;
		service.drops = false;
		throw new Dropped();
	};
	const proxy = await startProxy(() => sandbox.origin, middleware);
	onTestFinished(proxy.close);

	const redis = await startRedis();
	const settings: Partial<BffSettings>[] = [
		{ redisUrl: redis.url, sessionKeys },
		{ redisUrl: redis.url, sessionKeys },
		{ dataDir: path.join(folder, 'alone') },
	];
	const start = (place: number) => startTestBff(proxy.origin, { ...settings[place], clock });
	const bffs: TestBff[] = [];
	for (const place of places) bffs[place] = await start(place);
	const bffAt = (place: number): TestBff => {
		const bff = bffs[place];
		if (bff === undefined) throw new Error(`there is no place ${place}`);
		return bff;
	};
	/** One browser of each person for each site. */
	const signedIn: Browser[][] = [];
	const calendars: string[][] = [];
	for (const site of sites) {
		const origin = bffAt(site * 2).origin;
		signedIn[site] = await Promise.all(people.map((uid) => signedInAt(origin, sandbox, uid)));
		calendars[site] = await Promise.all(signedIn[site].map(createCalendar));
	}
	const get = async (place: number, url: string) => {
		const response = await bffAt(place).browser().get(url);
		return { status: response.status, text: await response.text() };
	};

	return {
		service,
		get,
		calendar: (place: number, person: number) => get(place, calendars[siteOf(place)]?.[person] ?? ''),
		as: (place: number, person: number): Browser => {
			const browser = signedIn[siteOf(place)]?.[person];
			if (browser === undefined) throw new Error('nobody signed in');
			return bffAt(place).browser(browser);
		},
		async pass(ms: number): Promise<void> {
			aheadMs += ms;
			await sandbox.advance(ms / 1000);
			await carryOut(clock());
		},
		async setPrivate(id: string, isPrivate: boolean): Promise<void> {
			// Carry out delayed writes first: afterwards, the service would reject what it has accepted.
			await carryOut(Infinity);
			direct.prepare('UPDATE events SET is_priv = ?1 WHERE id = ?2').run(Number(isPrivate), id);
		},
		moveTo(id: string, hour: number): void {
			direct
				.prepare("UPDATE events SET begin_time = substr(begin_time, 1, 11) || ?1 || ':00:00' WHERE id = ?2")
				.run(String(hour), id);
		},
		async restart(place: number): Promise<void> {
			await bffAt(place).close();
			bffs[place] = await start(place);
		},
		/** Ids of public events of Beijing, days from now, to which none of the people has a relation. */
		async unrelatedEvents(count: number): Promise<string[]> {
			const { body } = await sandbox.call<{ events: { id: string; begin_time: string }[] }>(
				'GET',
				'/v2/event/list?loc=108288&day_type=future&count=100',
			);
			const soonest = new Date(clock() + 4 * dayMs).toISOString();
			const isRelated = direct.prepare(
				`SELECT 1 FROM participants WHERE event_id = ?1 AND user_id IN (?2, ?3, ?4)
				UNION SELECT 1 FROM wishers WHERE event_id = ?1 AND user_id IN (?2, ?3, ?4)
				UNION SELECT 1 FROM events WHERE id = ?1 AND owner_id IN (?2, ?3, ?4)`,
			);
			return body.events
				.filter(({ begin_time }) => begin_time > soonest)
				.map(({ id }) => id)
				.filter((id) => isRelated.get(id, ...userIds) === undefined)
				.slice(-count);
		},
		/** The event as it is in the service's database, whether or not the service shows it. */
		truth(id: string) {
			const row = direct.prepare('SELECT title, begin_time, is_priv FROM events WHERE id = ?').get(id);
			const usersIn = (table: string) =>
				direct
					.prepare(`SELECT user_id FROM ${table} WHERE event_id = ?`)
					.all(id)
					.map(({ user_id }) => String(user_id));
			const [participants, wishers] = [usersIn('participants'), usersIn('wishers')];
			const indexes = (ids: string[]) =>
				new Set(people.map((_, index) => index).filter((index) => ids.includes(userIds[index] ?? '')));
			return {
				title: String(row?.title),
				begin: String(row?.begin_time),
				isPrivate: row?.is_priv === 1,
				participants: indexes(participants),
				wishers: indexes(wishers),
				participantCount: participants.length,
				wisherCount: wishers.length,
			};
		},
	};
}
