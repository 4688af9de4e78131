import { expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { clashOf } from '../../../../src/web/features/attendance/clash-of.ts';

const event = (id: string, begin_time?: string, end_time?: string) =>
	readEvent({ id, title: id, begin_time, end_time });

const zone = 'Asia/Shanghai';
const early = event('early', '2026-11-21 19:00:00', '2026-11-21 21:00:00');
const late = event('late', '2026-11-21 20:00:00', '2026-11-21 23:00:00');
const next = event('next', '2026-11-22 10:00:00', '2026-11-22 12:00:00');
const weeks = event('weeks', '2026-10-01 10:00:00', '2026-12-31 18:00:00');

it('finds a clash with another event at the same time, and none with the event itself', () => {
	const all = [early, late, next, weeks];
	expect(all.map((each) => clashOf(each, all, zone)?.id)).toEqual(['late', 'early', undefined, undefined]);
});

it.each([
	['overlapping in the middle', '2026-11-21 20:00:00', '2026-11-21 22:00:00', true],
	['with the same start', '2026-11-21 19:00:00', '2026-11-21 19:30:00', true],
	['without an end, begun earlier', '2026-11-21 18:00:00', undefined, true],
	['without an end, begun in between', '2026-11-21 20:00:00', undefined, true],
	['one right after the other', '2026-11-21 21:00:00', '2026-11-21 23:00:00', false],
	['of which one runs for weeks', '2026-11-01 10:00:00', '2026-12-24 18:00:00', false],
	['of which one has no start', undefined, undefined, false],
])('finds that two events clash, or that they do not: %s', (_, begin, end, expected) => {
	const other = event('other', begin, end);
	const found = [clashOf(early, [other], zone), clashOf(other, [early], zone)];
	expect(found.map((each) => each !== undefined)).toEqual([expected, expected]);
});
