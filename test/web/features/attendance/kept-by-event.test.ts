// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { keptByEvent } from '../../../../src/web/features/attendance/kept-by-event.ts';
import { ownStorageKey } from '../../../../src/web/shared/storage.ts';

afterEach(() => localStorage.clear());

describe('what is kept of events', () => {
	const days = keptByEvent('days');

	it('is that of one person, and of one kind', () => {
		days.keep('alice', '7', '2026-11-20');
		expect(days.readAll('alice')).toEqual([['7', '2026-11-20']]);
		expect(days.readAll('bob')).toEqual([]);
		expect(keptByEvent('changes').readAll('alice')).toEqual([]);
	});

	it('can be changed and removed', () => {
		days.keep('alice', '7', '2026-11-20');
		days.keep('alice', '8', null);
		days.keep('alice', '7', '2026-11-21');
		expect(days.readAll('alice')).toEqual([
			['8', null],
			['7', '2026-11-21'],
		]);
		days.keep('alice', '8', undefined);
		expect(days.readAll('alice')).toEqual([['7', '2026-11-21']]);
	});

	it('is what came last, whatever the events are called', () => {
		for (let id = 300; id > 0; id--) days.keep('alice', String(id), null);
		const ids = days.readAll('alice').map(([id]) => id);
		expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, '200', '1']);
	});

	it('is read as an earlier version wrote it, and is nothing when it is neither', () => {
		const key = ownStorageKey('alice', 'days');
		localStorage.setItem(key, '{"7":"2026-11-20","8":null}');
		expect(days.readAll('alice')).toEqual([
			['7', '2026-11-20'],
			['8', null],
		]);
		for (const other of ['7', '"text"', 'null', '{', '[7, ["8"]]']) {
			localStorage.setItem(key, other);
			expect(days.readAll('alice').filter(([, kept]) => kept !== undefined)).toEqual([]);
		}
	});
});
