import { describe, expect, it } from 'vitest';
import {
	compareTimes,
	dailyHours,
	dayRange,
	daysOf,
	type EventTimes,
	isLongRunning,
	isOnDay,
	isOpen,
	isWithin,
	phaseOf,
	startsSoon,
} from '../../../src/contract/event/times.ts';
import { timesOn } from '../../../src/contract/event/times-on.ts';
import type { Day, WallClock } from '../../../src/contract/event/wall-clock.ts';

const at = (begin: string | null, end: string | null = null): EventTimes => ({
	begin: begin as WallClock | null,
	end: end as WallClock | null,
});
const time = (text: string) => text as WallClock;
const day = (text: string) => text as Day;

const [one, two, three] = [1, 2, 3].map((count) =>
	['2026-11-21', '2026-11-22', '2026-11-23'].slice(0, count),
);

describe('the days of an event', () => {
	it.each([
		// An event that ends before noon of the next day, within 24 hours, belongs to the day on which it begins.
		['2026-11-21 22:00:00', '2026-11-22 05:00:00', one],
		['2026-11-21 22:00:00', '2026-11-22 11:59:59', one],
		['2026-11-21 08:00:00', '2026-11-22 07:59:59', one],
		['2026-11-21 22:00:00', '2026-11-22 12:00:00', two],
		['2026-11-21 08:00:00', '2026-11-22 08:00:00', two],
		['2026-11-21 08:00:00', '2026-11-22 11:00:00', two],
		['2026-11-21 22:00:00', '2026-11-23 05:00:00', three],
		['2026-11-21 08:00:00', '2026-11-21 11:00:00', one],
		// An end at midnight only touches the next day.
		['2026-11-21 00:00:00', '2026-11-22 00:00:00', one],
		['2026-11-21 10:00:00', '2026-11-23 00:00:00', two],
		['2026-11-21 10:00:00', '2026-11-23 00:00:01', three],
		['2026-11-21 20:00:00', null, one],
		['2026-11-21 20:00:00', '2026-11-21 20:00:00', one],
		['2026-11-21 20:00:00', '2026-11-01 00:00:00', one],
		[null, '2026-11-21 20:00:00', []],
	])('from %s to %s are %j', (begin, end, days) => {
		const times = at(begin, end);
		expect(daysOf(times)).toEqual(days);
		const around = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map(day);
		expect(around.filter((each) => isOnDay(times, each))).toEqual(days);
	});

	it('can begin later, and be limited', () => {
		const exhibition = at('2026-11-01 10:00:00', '2027-01-31 18:00:00');
		expect(daysOf(exhibition, { from: day('2027-01-30') })).toEqual(['2027-01-30', '2027-01-31']);
		expect(daysOf(exhibition, { from: day('2026-10-01'), max: 2 })).toEqual(['2026-11-01', '2026-11-02']);
		expect(daysOf(exhibition, { from: day('2027-02-01') })).toEqual([]);
		expect(daysOf(exhibition, { from: null })).toHaveLength(92);
		expect(daysOf(at('0001-01-01 00:00:00', '9999-12-31 00:00:00'))).toHaveLength(400);
	});
});

describe('the phase of an event', () => {
	const evening = at('2026-11-21 19:30:00', '2026-11-21 22:00:00');

	it.each([
		['19:30', '22:00', '21 19:29:59', 'upcoming'],
		['19:30', '22:00', '21 19:30:00', 'ongoing'],
		['19:30', '22:00', '21 21:59:59', 'ongoing'],
		['19:30', '22:00', '21 22:00:00', 'over'],
		// Without an end, or with one that is not after the start: ongoing until midnight, and for at least four hours.
		// Then the phase is unknown.
		['19:30', null, '21 19:30:30', 'ongoing'],
		['19:30', '19:30', '21 19:31:00', 'ongoing'],
		['19:30', null, '21 23:59:59', 'ongoing'],
		['19:30', '19:30', '22 00:00:00', null],
		['23:00', null, '22 02:59:59', 'ongoing'],
		['23:00', null, '22 03:00:00', null],
	])('from %s to %s is at %s: %s', (begin, end, now, phase) => {
		const times = at(`2026-11-21 ${begin}:00`, end && `2026-11-21 ${end}:00`);
		expect(phaseOf(times, time(`2026-11-${now}`))).toBe(phase);
	});

	it('is open only in its daily hours, if it runs for weeks and its begin and end look like those', () => {
		const run = at('2026-11-01 10:00:00', '2027-02-04 18:00:00');
		const open = (now: string) => isOpen(run, time(now));
		expect(open('2026-11-21 01:00:00')).toBe(false);
		expect(open('2026-11-21 10:00:00')).toBe(true);
		expect(open('2026-11-21 18:00:00')).toBe(false);
		expect(open('2026-10-21 12:00:00')).toBe(false);
		expect(isOpen(evening, time('2026-11-21 20:00:00'))).toBe(true);
		// Null if only the event's days are known, or if it includes, or may include, the nights.
		expect(dailyHours(at('2026-11-01 00:00:00', '2027-02-04 18:00:00'))).toBeNull();
		expect(dailyHours(at('2026-11-20 18:00:00', '2026-12-22 16:00:00'))).toBeNull();
		expect(isOpen(at('2026-11-21 10:00:00', '2026-11-23 18:00:00'), time('2026-11-22 22:47:00'))).toBe(true);
	});

	it('is open in the hours that the service names, whatever its begin and end are', () => {
		const hours = { opens: '09:30', closes: '17:00' };
		const run = { ...at('2026-11-01 00:00:00', '2027-02-04 23:59:59'), hours };
		expect(isOpen(run, time('2026-11-21 09:29:00'))).toBe(false);
		expect(isOpen(run, time('2026-11-21 16:59:00'))).toBe(true);
		const { begin, end } = timesOn(run, day('2026-11-21'));
		expect([begin, end]).toEqual(['2026-11-21 09:30:00', '2026-11-21 17:00:00']);
		expect(dailyHours({ ...evening, hours })).toBeNull();
	});

	it('is unknown without a start or a current time', () => {
		expect(phaseOf(at(null), time('2026-11-21 19:30:00'))).toBeNull();
		expect(phaseOf(evening, null)).toBeNull();
	});

	it('includes "soon" for the three hours before the start', () => {
		expect(startsSoon(evening, time('2026-11-21 16:29:59'))).toBe(false);
		expect(startsSoon(evening, time('2026-11-21 16:30:00'))).toBe(true);
		expect(startsSoon(evening, time('2026-11-21 19:29:59'))).toBe(true);
		expect(startsSoon(evening, time('2026-11-21 19:30:00'))).toBe(false);
		expect(startsSoon(evening, null)).toBe(false);
		const allDay = at('2026-11-22 00:00:00', '2026-11-23 00:00:00');
		expect(startsSoon(allDay, time('2026-11-21 22:00:00'))).toBe(false);
		expect(startsSoon(at(null), time('2026-11-21 19:30:00'))).toBe(false);
	});
});

describe('long-running events', () => {
	it('last more than seven days', () => {
		expect(isLongRunning(at('2026-11-01 10:00:00', '2026-11-08 10:00:00'))).toBe(false);
		expect(isLongRunning(at('2026-11-01 10:00:00', '2026-11-08 10:00:01'))).toBe(true);
		expect(isLongRunning(at('2026-11-01 10:00:00'))).toBe(false);
		expect(isLongRunning(at(null, '2026-11-01 10:00:00'))).toBe(false);
	});

	it('come after the others, sorted by their end; an event without a start is last', () => {
		const sorted = [
			at(null),
			at('2026-01-01 00:00:00', '2027-01-01 00:00:00'),
			at('2026-01-01 00:00:00', '2026-12-01 00:00:00'),
			at('2026-11-22 10:00:00'),
			at('2026-11-21 10:00:00', '2026-11-21 12:00:00'),
		].toSorted(compareTimes);
		expect(sorted.map(({ begin, end }) => `${begin} ${end}`)).toEqual([
			'2026-11-21 10:00:00 2026-11-21 12:00:00',
			'2026-11-22 10:00:00 null',
			'2026-01-01 00:00:00 2026-12-01 00:00:00',
			'2026-01-01 00:00:00 2027-01-01 00:00:00',
			'null null',
		]);
		expect(compareTimes(at('2026-11-21 10:00:00'), at('2026-11-21 10:00:00'))).toBe(0);
	});
});

describe('day_type (Spec §4.2)', () => {
	it('covers today, tomorrow and the week from today', () => {
		const now = time('2026-11-18 15:00:00');
		expect(dayRange('today', now)).toEqual({ from: '2026-11-18 00:00:00', to: '2026-11-19 00:00:00' });
		expect(dayRange('tomorrow', now)).toEqual({ from: '2026-11-19 00:00:00', to: '2026-11-20 00:00:00' });
		expect(dayRange('week', now)).toEqual({ from: '2026-11-18 00:00:00', to: '2026-11-25 00:00:00' });
	});

	it('covers the next weekend, or the current one on its two days', () => {
		const weekend = { from: '2026-11-21 00:00:00', to: '2026-11-23 00:00:00' };
		for (const now of ['16 00:00:00', '20 23:59:59', '21 10:00:00', '22 23:59:59'])
			expect(dayRange('weekend', time(`2026-11-${now}`)), now).toEqual(weekend);
		expect(dayRange('weekend', time('2026-11-23 00:00:00')).from).toBe('2026-11-28 00:00:00');
	});

	it('has no bound for future or when it is missing', () => {
		const now = time('2026-11-18 15:00:00');
		expect(dayRange('future', now)).toEqual({ from: now, to: null });
		expect(dayRange(undefined, now)).toEqual({ from: now, to: null });
	});

	it('includes events that are on at any time of the range', () => {
		const today = dayRange('today', time('2026-11-18 15:00:00'));
		expect(isWithin(at('2026-11-17 22:00:00', '2026-11-18 00:00:01'), today)).toBe(true);
		expect(isWithin(at('2026-11-17 22:00:00', '2026-11-18 00:00:00'), today)).toBe(false);
		expect(isWithin(at('2026-11-18 23:59:59', '2026-11-20 00:00:00'), today)).toBe(true);
		expect(isWithin(at('2026-11-19 00:00:00', '2026-11-20 00:00:00'), today)).toBe(false);
		expect(isWithin(at('2026-11-01 00:00:00', '2026-12-01 00:00:00'), today)).toBe(true);
		expect(isWithin(at(null), today)).toBe(true);
		const future = dayRange('future', time('2026-11-18 15:00:00'));
		expect(isWithin(at('2026-11-18 14:00:00'), future)).toBe(true);
		expect(isWithin(at('2026-11-18 14:00:00', '2026-11-18 15:00:00'), future)).toBe(false);
		expect(isWithin(at('9999-01-01 00:00:00'), future)).toBe(true);
	});
});

describe('the times of an event on one of its days', () => {
	it.each([
		['daily hours', '2026-11-28 10:00:00', '2026-12-20 18:00:00', '2026-12-01', '10:00 – 18:00'],
		['a camp’s first day', '2026-11-28 10:00:00', '2026-11-30 18:00:00', '2026-11-28', '10:00 – next 00:00'],
		['a camp’s second day', '2026-11-28 10:00:00', '2026-11-30 18:00:00', '2026-11-29', '00:00 – next 00:00'],
		['a camp’s last day', '2026-11-28 10:00:00', '2026-11-30 18:00:00', '2026-11-30', '00:00 – 18:00'],
		['until midnight', '2026-11-28 10:00:00', '2026-12-01 00:00:00', '2026-11-30', '00:00 – next 00:00'],
	])('are the hours of that day: %s', (_what, begin, end, on, hours) => {
		const times = timesOn(at(begin, end), day(on));
		const [first, last] = [times.begin ?? '', times.end ?? ''];
		expect(first.slice(0, 10)).toBe(on);
		const next = last.slice(0, 10) === on ? '' : 'next ';
		expect(`${first.slice(11, 16)} – ${next}${last.slice(11, 16)}`).toBe(hours);
	});

	it('are unchanged on any other day, and for a one-day event', () => {
		const days = at('2026-11-28 10:00:00', '2026-12-20 18:00:00');
		expect(timesOn(days, day('2026-12-21'))).toBe(days);
		const evening = at('2026-11-28 20:00:00', '2026-11-28 22:00:00');
		expect(timesOn(evening, day('2026-11-28'))).toBe(evening);
	});
});
