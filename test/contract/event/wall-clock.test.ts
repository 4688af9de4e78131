import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	addDays,
	addMs,
	type Day,
	daysBetween,
	instantOf,
	isoOf,
	localIsoOf,
	readDay,
	readWallClock,
	type WallClock,
	wallClockAt,
	wallClockFromMs,
	wallClockMs,
} from '../../../src/contract/event/wall-clock.ts';

const time = (text: string) => text as WallClock;
const day = (text: string) => text as Day;
const iso = (text: string) => Date.parse(text);

/** Wall-clock times from the year 1 to 9999. */
const times = fc
	.integer({ min: iso('0001-01-01T00:00:00Z') / 1000, max: iso('9999-12-31T23:59:59Z') / 1000 })
	.map((seconds) => wallClockFromMs(seconds * 1000));

describe('wall-clock times (Spec §2.1)', () => {
	it('are read in the one format of the specification, from the year 1 to 9999', () => {
		for (const text of ['0001-01-01 00:00:00', '9999-12-31 23:59:59', '2024-02-29 00:00:00'])
			expect(readWallClock(text)).toBe(text);
	});

	it('are null for anything else a service may send', () => {
		for (const value of [
			'',
			'2026-11-21',
			'2026-11-21T19:30:00',
			'2026-11-21 19:30',
			'2026-11-21 24:00:00',
			'2026-11-21 19:60:00',
			'2026-13-01 00:00:00',
			'2026-02-30 00:00:00',
			'2026-02-29 00:00:00',
			'0000-01-01 00:00:00',
			' 2026-11-21 19:30:00',
			'2026-11-21 19:30:00 ',
			'2012-08-1721: 00: 00',
			20261121,
			null,
			undefined,
			{},
			['2026-11-21 19:30:00'],
		])
			expect(readWallClock(value), String(value)).toBeNull();
	});

	it('are unchanged by a conversion to milliseconds and back, in every year', () => {
		fc.assert(
			fc.property(times, (at) => wallClockFromMs(wallClockMs(at)) === at && readWallClock(at) === at),
		);
	});

	it('stay within the years 1 to 9999 when time is added', () => {
		expect(addMs(time('9999-12-31 23:59:59'), 1000)).toBe('9999-12-31 23:59:59');
		expect(addMs(time('0001-01-01 00:00:00'), -1)).toBe('0001-01-01 00:00:00');
		expect(addMs(time('2026-12-31 23:59:59'), 1000)).toBe('2027-01-01 00:00:00');
	});

	it('are local times in ISO 8601 for other software', () => {
		expect(isoOf(time('2026-11-21 19:30:00'), null)).toBe('2026-11-21T19:30:00');
		expect(isoOf(time('2026-11-21 19:30:00'), 'Asia/Shanghai')).toBe('2026-11-21T11:30:00Z');
		expect(localIsoOf(time('2026-12-06 00:30:00'), 'Europe/Berlin')).toBe('2026-12-06T00:30:00+01:00');
		expect(localIsoOf(time('2026-07-06 00:30:00'), 'America/St_Johns')).toBe('2026-07-06T00:30:00-02:30');
		expect(localIsoOf(time('2026-07-06 00:30:00'), null)).toBe('2026-07-06T00:30:00');
	});
});

describe('days', () => {
	it('are read if they exist', () => {
		expect(readDay('2024-02-29')).toBe('2024-02-29');
		expect(readDay('0001-01-01')).toBe('0001-01-01');
		for (const value of ['2026-02-29', '2026-00-10', '0000-12-31', '2026-1-1', '2026-11-21 19:30:00', null])
			expect(readDay(value), String(value)).toBeNull();
	});

	it('are counted across months and leap years', () => {
		expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29');
		expect(addDays(day('2024-02-28'), 2)).toBe('2024-03-01');
		expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31');
		expect(daysBetween(day('2024-02-28'), day('2024-03-01'))).toBe(2);
		expect(daysBetween(day('2024-03-01'), day('2024-02-28'))).toBe(-2);
	});
});

describe('a wall-clock time in a time zone (RFC 5545 §3.3.5)', () => {
	it.each([
		['2026-11-21 19:30:00', 'Asia/Shanghai', '2026-11-21T11:30:00Z'],
		['2026-11-21 19:30:00', 'America/New_York', '2026-11-22T00:30:00Z'],
		['2026-11-21 19:30:00', 'UTC', '2026-11-21T19:30:00Z'],
		['2026-11-21 19:30:00', 'Asia/Kathmandu', '2026-11-21T13:45:00Z'],
		// Times that occur twice, when clocks go back, mean the first.
		['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
		['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
		// Times that are skipped, when clocks go forward, use the previous offset. Samoa skipped 30 December 2011.
		['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
		['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
		['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
		// Just before and after a change.
		['2026-03-29 01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
		['2026-03-29 03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
		['2026-10-25 01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59Z'],
		['2026-10-25 03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
	])('is an instant: %s in %s is %s', (local, zone, instant) => {
		expect(instantOf(time(local), zone)).toBe(iso(instant));
	});

	it('is recovered from its instant, except for times that are skipped or occur twice', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: iso('1950-01-01T00:00:00Z') / 1000, max: iso('2100-01-01T00:00:00Z') / 1000 }),
				fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'),
				(seconds, zone) => {
					const shown = wallClockAt(seconds * 1000, zone);
					const instant = instantOf(shown, zone);
					return wallClockAt(instant, zone) === shown && instant <= seconds * 1000;
				},
			),
		);
	});
});
