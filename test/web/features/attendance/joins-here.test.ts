// @vitest-environment jsdom

import { afterEach, describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { readDay } from '../../../../src/contract/event/wall-clock.ts';
import { readJoins, storeJoin } from '../../../../src/web/features/attendance/joins-here.ts';
import { ownStorageKey } from '../../../../src/web/shared/storage.ts';

afterEach(() => localStorage.clear());

describe('the stored joins', () => {
	const event = readEvent({ id: '7', begin_time: '2026-11-20 10:00:00', address: 'Hall 1' });
	const join = (day: string | null) => ({ ...event, day: readDay(day) });
	const daysOf = (userId: string) => [...readJoins(userId)].map(([id, { day }]) => [id, day]);

	it('belong to one user: the day, and the time and place when joining', () => {
		storeJoin('alice', '7', join('2026-11-20'));
		const { begin, end, address } = event;
		expect([...readJoins('alice')]).toEqual([['7', { day: '2026-11-20', begin, end, address }]]);
		expect(daysOf('bob')).toEqual([]);
	});

	it('can be changed and removed', () => {
		storeJoin('alice', '7', join('2026-11-20'));
		storeJoin('alice', '8', join(null));
		storeJoin('alice', '7', join('2026-11-21'));
		expect(daysOf('alice')).toEqual([
			['8', null],
			['7', '2026-11-21'],
		]);
		storeJoin('alice', '8', null);
		storeJoin('alice', '7', null);
		expect(localStorage.getItem(ownStorageKey('alice', 'joins'))).toBeNull();
	});

	it('are limited to the latest 200, whatever their ids', () => {
		for (let id = 300; id > 0; id--) storeJoin('alice', String(id), join(null));
		const ids = [...readJoins('alice').keys()];
		expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, '200', '1']);
	});

	it('are empty when the storage contains something else', () => {
		for (const other of ['7', '"text"', 'null', '{', '[7, [8]]', '{"7":"2026-11-20"}']) {
			localStorage.setItem(ownStorageKey('alice', 'joins'), other);
			expect(daysOf('alice')).toEqual([]);
		}
	});
});
