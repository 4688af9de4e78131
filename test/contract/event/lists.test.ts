import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type List, type PageRange, Pager } from '../../../src/contract/event/lists.ts';
import { distinctLocs, findLoc } from '../../../src/contract/event/loc.ts';
import {
	readEventList,
	readLoc,
	readLocList,
	readUserList,
} from '../../../src/contract/event/parse-resources.ts';

describe('lists (Spec §2.3)', () => {
	const none = { items: [], start: null, sent: 0, total: null, dropped: [] };
	const one = [expect.objectContaining({ id: '1' })];
	const reasons = ['an event is null, not an object', 'an event has no id of at most 200 characters'];
	it.each<[string, object, object]>([
		[
			'numbers as texts',
			{ start: '40', total: '42', events: [{ id: '1' }] },
			{ start: 40, sent: 1, total: 42 },
		],
		['no start and no total', { events: [] }, none],
		['unreadable elements', { events: [null, { id: '1' }, {}] }, { items: one, sent: 3, dropped: reasons }],
		['duplicates', { events: [{ id: '1' }, { id: '1' }] }, { items: one, sent: 2 }],
		['no array, but a total of 0', { total: 0 }, { ...none, total: 0 }],
		['null, and a total of 0', { total: '0', events: null }, { ...none, total: 0 }],
		['null, and a count of 0', { count: 0, events: null }, none],
	])('are read: %s', (_what, sent, list) => {
		expect(readEventList(sent)).toMatchObject(list);
	});

	it('are an error without their array, unless they say that they are empty', () => {
		for (const body of [{}, { total: 1 }, { total: 1, events: null }, { total: 0, events: {} }])
			expect(() => readEventList(body)).toThrow('a list of events has no array');
		expect(() => readEventList(null)).toThrow('a list of events is null, not an object');
		expect(() => readEventList([{ id: '1' }])).toThrow('a list of events is a list, not an object');
		expect(() => readLocList({ events: [] })).toThrow('a list of cities has no array');
	});

	it('of participants may have any form (gap register, participants-body)', () => {
		const users = [{ id: '1', name: 'Anna' }];
		const dated = [{ user: users[0], participate_date: '2026-11-21' }];
		for (const body of [{ users }, { participants: users }, users, { participants: dated }, { users: dated }])
			expect(readUserList(body).items.map(({ name }) => name)).toEqual(['Anna']);
		expect(readUserList({ count: 5, total: 5 })).toMatchObject({ items: [], sent: 0, total: 5 });
		expect(readUserList({ users, other: [{ id: '2' }] }).items.map(({ id }) => id)).toEqual(['1']);
		for (const before of [{ dates: ['2026-11-21'] }, { users: [] }])
			expect(readUserList({ ...before, participants: users }).items.map(({ id }) => id)).toEqual(['1']);
		expect(() => readUserList('many')).toThrow('a list of users is string');
	});
});

type Sent = Partial<List<{ id: string }>> & { ids: readonly string[] };

/** @param ids in the range */
type Send = (ids: readonly string[], range: PageRange, list: readonly string[]) => Sent;

interface Served {
	size: number;
	count: number;
	/** Elements that the service sends per page. */
	most?: number;
	/** Changes the list after each page. */
	change?: (list: string[], pages: number) => void;
	send?: Send;
}

/** Reads a list. `missed` are elements that were in it all the time. */
function readAll({ size, count, most = 100, change, send }: Served) {
	const list = Array.from({ length: size }, (_none, index) => String(index));
	const [missed, seen] = [new Set(list), new Set<string>()];
	const pager = new Pager({ start: 0, count });
	const starts: number[] = [];
	for (let range = pager.next; range !== undefined; range = pager.next) {
		if (starts.push(range.start) > 1_000) throw new Error('the list does not end');
		const inRange = list.slice(range.start, range.start + Math.min(range.count, most));
		const { ids, ...page } = send?.(inRange, range, list) ?? { ids: inRange };
		for (const id of ids) seen.add(id);
		const items = ids.map((id) => ({ id }));
		const usual = { start: range.start, sent: ids.length, total: list.length, dropped: [] };
		pager.add({ ...usual, ...page, items }, range);
		change?.(list, starts.length);
		if (change) for (const id of missed) if (!list.includes(id)) missed.delete(id);
	}
	const { isWhole, isStuck } = pager;
	return { starts, missed: [...missed].filter((id) => !seen.has(id)), seen: seen.size, isWhole, isStuck };
}

describe('paging (gap register, paging)', () => {
	it('continues with the last elements, so that none is missed after two were removed', () => {
		const change = (list: string[], pages: number) => void (pages === 1 && list.splice(3, 2));
		const read = readAll({ size: 45, count: 20, change });
		expect(read).toMatchObject({ starts: [0, 18, 38], missed: [], isWhole: true });
	});

	it('reads every list to its end, however long its pages are', () => {
		const served = {
			size: fc.nat(500),
			count: fc.constantFrom(20, 30, 100),
			most: fc.integer({ min: 1, max: 100 }),
		};
		fc.assert(
			fc.property(fc.record(served), ({ size, count, most }) => {
				expect(readAll({ size, count, most })).toMatchObject({ seen: size, isWhole: true });
			}),
		);
	});

	const hiding =
		(from: number, to: number): Send =>
		(ids) => ({ ids: ids.filter((id) => Number(id) < from || Number(id) >= to) });
	const oneInThree: Send = (ids) => ({ ids: ids.filter((id) => Number(id) % 3 === 0), sent: ids.length });
	const fromOne: Send = (_ids, { start, count }, list) => {
		const first = Math.max(1, start);
		return { ids: list.slice(first - 1, first - 1 + count), start: first };
	};
	const ofFifty: Send = (_ids, { start }, list) => ({ ids: list.slice(start, start + 50) });
	const again =
		(start?: number | null): Send =>
		(_ids, _range, list) => ({ ids: list.slice(0, 20), ...(start === undefined ? {} : { start }) });

	it.each<[string, Send, object]>([
		['sends no total', (ids) => ({ ids, total: null }), { seen: 105, isWhole: true }],
		['sends 50 at a time, whatever the count', ofFifty, { starts: [0, 50, 100], seen: 105, isWhole: true }],
		['counts from 1', fromOne, { starts: [0, 19, 39, 59, 79, 99], seen: 105, isWhole: true }],
		['sends unreadable elements', oneInThree, { seen: 35, isWhole: true }],
		['hides two pages', hiding(20, 60), { starts: [0, 18, 40, 60, 78, 98], isWhole: true }],
		['hides three pages', hiding(20, 90), { starts: [0, 18, 40, 60], isWhole: false }],
		['sends nothing', () => ({ ids: [] }), { starts: [0], isWhole: false }],
		['sends nothing, and no total', () => ({ ids: [], total: null }), { starts: [0], isWhole: true }],
		['ignores the start, and sends none', again(null), { starts: [0, 18], isStuck: true, isWhole: false }],
		['ignores the start, and sends 0', again(0), { starts: [0, 18], isStuck: true, isWhole: false }],
		['ignores the start, and sends it back', again(), { seen: 20, isWhole: false }],
		[
			'names a different start',
			(ids) => ({ ids, start: 0 }),
			{ starts: [0, 18], isStuck: false, isWhole: false },
		],
	])('a service that %s', (_what, send, expected) => {
		expect(readAll({ size: 105, count: 20, send })).toMatchObject(expected);
	});

	it('takes a limited number of calls if no two pages have anything in common', () => {
		let pages = 0;
		const send: Send = (ids) => ({ ids: ids.map((id) => `${id} ${pages}`) });
		const { starts } = readAll({ size: 105, count: 20, send, change: () => void pages++ });
		expect(starts.length).toBeLessThan(30);
	});
});

describe('cities (Spec §2.4)', () => {
	it('are read with a name and a short name, or else the id', () => {
		const known = { id: '108288', name: '北京', uid: 'beijing', parent: 'china' };
		expect(readLoc({ ...known, habitable: 'yes' })).toEqual({ ...known, isHabitable: true });
		expect(readLoc({ id: 3 })).toEqual({ id: '3', name: '3', uid: '3', parent: '', isHabitable: null });
		expect(readLoc({ id: '3', uid: 'zürich' }).name).toBe('zürich');
		expect(() => readLoc({ uid: 'x' })).toThrow('a city has no id');
	});

	it('with the same short name, or the id of another city as short name, are found by their ids', () => {
		const locs = [
			{ id: '1', uid: 'x' },
			{ id: '2', uid: 'x' },
			{ id: '3', uid: 'st.gallen' },
			{ id: '4', uid: '2' },
		].map(readLoc);
		expect(distinctLocs(locs).map(({ uid }) => uid)).toEqual(['1', '2', 'st.gallen', '4']);
	});

	it('with the same name are distinguished by the name of their region, or else by their short name', () => {
		const locs = [
			{ id: '1', name: 'Springfield', uid: 'springfield-il', parent: 'illinois' },
			{ id: '2', name: 'Springfield', uid: 'springfield-ma', parent: 'massachusetts' },
			{ id: '3', name: 'Halle', uid: 'halle-saale', parent: 'germany' },
			{ id: '4', name: 'Halle', uid: 'halle-westfalen', parent: 'germany' },
			{ id: '5', name: 'Vienna', uid: 'vienna', parent: 'austria' },
			{ id: '6', name: 'Neustadt', uid: 'x' },
			{ id: '7', name: 'Neustadt', uid: 'x' },
			{ id: '8', name: 'Illinois', uid: 'illinois', habitable: 'no' },
		].map(readLoc);
		expect(distinctLocs(locs).map(({ name }) => name)).toEqual([
			'Springfield (Illinois)',
			'Springfield (massachusetts)',
			'Halle (halle-saale)',
			'Halle (halle-westfalen)',
			'Vienna',
			'Neustadt (6)',
			'Neustadt (7)',
			'Illinois',
		]);
	});

	it('are found by short name, then by id', () => {
		const locs = [
			{ id: '1', uid: 'a' },
			{ id: '2', uid: '1' },
		].map(readLoc);
		expect(findLoc(locs, 'a')?.id).toBe('1');
		expect(findLoc(locs, '1')?.id).toBe('2');
		expect(findLoc(locs, '2')?.id).toBe('2');
		expect(findLoc(locs, 'b')).toBeNull();
	});
});
