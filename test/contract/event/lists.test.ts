import { describe, expect, it } from 'vitest';
import { isLast, nextStart } from '../../../src/contract/event/lists.ts';
import { distinctLocs, findLoc } from '../../../src/contract/event/loc.ts';
import {
	readEventList,
	readLoc,
	readLocList,
	readUserList,
} from '../../../src/contract/event/parse-resources.ts';

describe('lists (Spec §2.3)', () => {
	it('are read with their paging, even when numbers are strings', () => {
		const list = readEventList({ count: 2, start: '40', total: '42', events: [{ id: '1' }, { id: '2' }] });
		expect(list).toMatchObject({ start: 40, sent: 2, total: 42, dropped: [] });
		expect(list.items.map(({ id }) => id)).toEqual(['1', '2']);
	});

	it('have no start and total when the service sends none', () => {
		const none = { items: [], start: null, sent: 0, total: null, dropped: [] };
		expect(readEventList({ events: [] })).toEqual(none);
	});

	it('drop unreadable elements, and say what was wrong', () => {
		const list = readEventList({ total: 3, events: [null, { id: '1' }, {}] });
		expect(list.items.map(({ id }) => id)).toEqual(['1']);
		expect(list.sent).toBe(3);
		expect(list.dropped).toEqual(['an event is null, not an object', 'an event has no id']);
	});

	it('drop duplicates', () => {
		const list = readEventList({ events: [{ id: '1' }, { id: '1' }] });
		expect(list.items).toHaveLength(1);
		expect(list.sent).toBe(2);
	});

	it('are an error without their array', () => {
		expect(() => readEventList({})).toThrow('a list of events has no array');
		expect(() => readEventList({ events: {} })).toThrow('a list of events has no array');
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

const page = (start: number | null, ids: readonly string[], total: number | null = null) => ({
	items: ids.map((id) => ({ id })),
	start,
	sent: ids.length,
	total,
	dropped: [],
});

describe('paging (gap register, paging)', () => {
	it('continues after what was sent, up to the total', () => {
		expect(nextStart([page(0, ['1', '2', '3'], 5)], 0)).toBe(3);
		expect(nextStart([page(0, ['1', '2', '3'], 5), page(3, ['4', '5'], 5)], 3)).toBeUndefined();
		expect(nextStart([page(0, ['1', '2', '3'], 3)], 0)).toBeUndefined();
	});

	it('ends with an empty first page, whatever the total', () => {
		expect(nextStart([page(0, [], 100)], 0)).toBeUndefined();
		expect(nextStart([], 0)).toBeUndefined();
	});

	it('continues after up to two empty pages before the total, by the longest page so far', () => {
		const pages = [page(0, ['1', '2', '3'], 50), page(3, ['4'], 50), page(4, [], 50)];
		expect(nextStart(pages, 4)).toBe(7);
		expect(nextStart([...pages, page(7, [], 50)], 7)).toBe(10);
		expect(nextStart([...pages, page(7, [], 50), page(10, [], 50)], 10)).toBeUndefined();
		expect(nextStart([page(0, ['1', '2'], 4), page(2, [], 4)], 2)).toBeUndefined();
		expect(nextStart([page(0, ['1', '2']), page(2, [])], 2)).toBeUndefined();
	});

	it('continues until an empty page when there is no total', () => {
		expect(nextStart([page(null, ['1'])], 0)).toBe(1);
		expect(nextStart([page(null, ['1']), page(null, ['2'])], 1)).toBe(2);
	});

	it('ends when the service ignores paging and sends the same page again', () => {
		expect(nextStart([page(0, ['1', '2'], 50), page(0, ['1', '2'], 50)], 2)).toBeUndefined();
		expect(nextStart([page(null, ['1', '2'], 50), page(null, ['2', '1'], 50)], 2)).toBeUndefined();
	});

	it('ends when a page says that it has a different start than requested', () => {
		expect(nextStart([page(0, ['1', '2'], 50), page(0, ['3', '4'], 50)], 2)).toBeUndefined();
	});

	it('continues after a page that partly repeats the previous one, in a list that has grown in the meantime', () => {
		expect(nextStart([page(0, ['1', '2'], 50), page(2, ['2', '3'], 50)], 2)).toBe(4);
	});

	it('continues with a service that counts from 1, up to the last element', () => {
		const first = page(1, ['1', '2'], 5);
		expect(nextStart([first], 0)).toBe(3);
		expect(nextStart([first, page(3, ['3', '4'], 5)], 3)).toBe(5);
		expect(nextStart([first, page(5, ['5'], 5)], 5)).toBeUndefined();
		expect(nextStart([page(5, ['5'], 5)], 5, new Set(), 1)).toBeUndefined();
		expect(nextStart([page(1, ['1', '2'], 2)], 0)).toBeUndefined();
		expect(nextStart([first, first], 3)).toBeUndefined();
	});

	it('continues past a page of which nothing could be read', () => {
		expect(nextStart([page(0, ['1'], 50), { ...page(1, [], 50), sent: 20 }], 1)).toBe(21);
	});
});

describe('the end of a list (Spec §2.3)', () => {
	const none = new Set<string>();

	it('is a page that reaches the total, or an empty one when there is no total', () => {
		expect(isLast(page(0, ['1', '2'], 2), 0, none)).toBe(true);
		expect(isLast(page(0, ['1'], 2), 0, none)).toBe(false);
		expect(isLast(page(null, []), 20, none)).toBe(true);
		expect(isLast(page(null, ['1']), 0, none)).toBe(false);
		expect(isLast(page(0, [], 0), 0, none)).toBe(true);
	});

	it('is the page with the last element for a service that counts from 1', () => {
		expect(isLast(page(1, ['1', '2'], 2), 0, none, 1)).toBe(true);
		expect(isLast(page(1, ['1', '2'], 3), 0, none, 1)).toBe(false);
		expect(isLast(page(3, ['3'], 4), 3, none, 1)).toBe(false);
		expect(isLast(page(4, ['4'], 4), 4, none, 1)).toBe(true);
	});

	it('is neither a page that the service repeats nor an empty one before the total', () => {
		expect(isLast(page(0, ['1', '2'], 4), 2, none)).toBe(false);
		expect(isLast(page(null, ['1', '2'], 4), 2, new Set(['1', '2']))).toBe(false);
		expect(isLast(page(null, [], 50), 20, none)).toBe(false);
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

	it('with the same short name are found by their ids', () => {
		const locs = [
			{ id: '1', uid: 'x' },
			{ id: '2', uid: 'x' },
			{ id: '3', uid: 'st.gallen' },
		].map(readLoc);
		expect(distinctLocs(locs).map(({ uid }) => uid)).toEqual(['1', '2', 'st.gallen']);
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
