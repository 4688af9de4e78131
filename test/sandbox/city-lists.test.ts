import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { dayRange } from '../../src/contract/event/times.ts';
import { type WallClock, wallClockFromMs, wallClockMs } from '../../src/contract/event/wall-clock.ts';
import { dayTypes, eventTypes } from '../../src/contract/spec/filters.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import { createCityLists } from '../../src/sandbox/events/city-lists.ts';
import { seedIfEmpty } from '../../src/sandbox/seeding.ts';
import { startTestSandbox } from './start-sandbox.ts';

it('the pages of every list contain as many events as its total, each once, at any hour (Spec §2.3, §4.2)', async () => {
	const { call, advance } = await startTestSandbox();
	for (let hour = 0; hour < 48; hour += 7) {
		for (const day_type of [...dayTypes, undefined]) {
			for (const type of eventTypes.slice(0, 4)) {
				for (const loc of ['108288', undefined]) {
					const query = new URLSearchParams({
						...(day_type === undefined ? {} : { day_type }),
						...(loc === undefined ? {} : { loc }),
						type,
					});
					const ids: string[] = [];
					let total = 0;
					for (let start = 0; start === 0 || start < total; start += 90) {
						const { body } = await call<WireEventList>(
							'GET',
							`/v2/event/list?${query}&start=${start}&count=90`,
						);
						total = body.total;
						ids.push(...body.events.map(({ id }) => id));
					}
					expect([query.toString(), hour, ids.length, new Set(ids).size]).toEqual([
						query.toString(),
						hour,
						total,
						total,
					]);
				}
			}
		}
		await advance(7 * 3600);
	}
});

/** Lists of a small seeded database, and the number of times that they asked it. */
function openLists(now: WallClock) {
	const database = openDatabase(':memory:');
	onTestFinished(() => database.close());
	seedIfEmpty(database, now, 'small');
	let questions = 0;
	const prepare = (sql: string) => {
		questions += 1;
		return database.prepare(sql);
	};
	return { database, lists: createCityLists(prepare), questions: () => questions };
}

/** What the sandbox reads for a `day_type` at a time. */
function rangeAt(now: WallClock, dayType: (typeof dayTypes)[number] | undefined) {
	const { from, to } = dayRange(dayType, now);
	return { from, to, endsAfter: from > now ? from : now };
}

const monday = '2026-11-23 12:00:00' as WallClock;

it('a page that is kept is the one that would be read, whichever way the clock goes', () => {
	const { database, lists } = openLists(monday);
	const times = database.prepare('SELECT begin_time AS time FROM events UNION SELECT end_time FROM events');
	const moments = times.all().map(({ time }) => wallClockMs(time as WallClock));
	const moment = fc
		.tuple(fc.constantFrom(...moments), fc.constantFrom(-1000, 0, 1000, 3_600_000))
		.map(([ms, change]) => wallClockFromMs(ms + change));
	const list = fc.record({
		locId: fc.constantFrom('108288', undefined),
		type: fc.constantFrom('music', undefined),
		dayType: fc.constantFrom(...dayTypes, undefined),
		start: fc.constantFrom(0, 3),
	});
	fc.assert(
		fc.property(list, fc.array(moment, { minLength: 2, maxLength: 12 }), (wanted, nows) => {
			const { locId, type, dayType, start } = wanted;
			for (const now of nows) {
				const range = { locId, type, ...rangeAt(now, dayType) };
				const page = { start, count: 5 };
				const fresh = createCityLists((sql) => database.prepare(sql));
				expect(lists.read(range, page)).toEqual(fresh.read(range, page));
			}
		}),
		{ numRuns: 300 },
	);
});

it('a list is read once, and again when an event has ended, or when the events are others', () => {
	const { database, lists, questions } = openLists(monday);
	const read = (now: WallClock) => {
		const before = questions();
		lists.read({ locId: '108288', type: undefined, ...rangeAt(now, 'week') }, { start: 0, count: 20 });
		return questions() > before;
	};
	const next = database.prepare(
		`SELECT min(end_time) AS time FROM events WHERE loc_id = '108288' AND is_priv = 0 AND end_time > ?`,
	);
	const end = wallClockMs(next.get(monday)?.time as WallClock);
	expect(read(monday)).toBe(true);
	expect(read(monday)).toBe(false);
	expect(read(wallClockFromMs(end - 1000))).toBe(false);
	expect(read(wallClockFromMs(end))).toBe(true);
	expect(read(wallClockFromMs(end))).toBe(false);
	lists.forget();
	expect(read(wallClockFromMs(end))).toBe(true);
});
