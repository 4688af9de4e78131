import { expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { webCalendars } from '../../../../src/web/features/calendar-export/add-to-calendar.tsx';

const page = 'https://daybill.example/events/1';
const named = { id: '1', title: 'Jazz & more', address: 'Gulou 1' };
const withSeconds = (time: string) => (time === '' ? '' : `${time}:00`);

it.each([
	// Instants in UTC if the zone is known.
	['2026-11-21 19:30', '2026-11-21 22:00', 'Asia/Shanghai', '2026-11-21T11:30:00Z/2026-11-21T14:00:00Z'],
	['2026-11-21 19:30', '2026-11-21 22:00', null, '2026-11-21T19:30:00/2026-11-21T22:00:00'],
	['2026-11-21 19:30', '', 'UTC', '2026-11-21T19:30:00Z/2026-11-21T19:30:00Z'],
	// A start in an hour that clocks skip.
	['2027-03-28 02:30', '2027-03-28 03:30', 'Europe/Berlin', '2027-03-28T01:30:00Z/2027-03-28T02:30:00Z'],
	// A night that ends after noon.
	['2026-11-21 22:00', '2026-11-22 13:00', null, '2026-11-21T22:00:00/2026-11-22T13:00:00'],
	// Dates if the event lasts several days.
	['2026-11-21 10:00', '2026-11-23 18:00', 'Asia/Shanghai', '2026-11-21/2026-11-24'],
])('an event from %s to %s in %s is in web calendars at %s', (begin, end, timeZone, times) => {
	const event = readEvent({ ...named, begin_time: withSeconds(begin), end_time: withSeconds(end) });
	const { google = '', outlook = '', yahoo = '' } = webCalendars(event, page, timeZone) ?? {};
	const queries = [google, outlook, yahoo].map((url) => new URL(url).searchParams);
	for (const query of queries)
		expect([...query.values()]).toEqual(expect.arrayContaining(['Jazz & more', 'Gulou 1', page]));
	const [dates, iso, basic] = [['dates'], ['startdt', 'enddt'], ['st', 'et']].map((names, index) =>
		names.map((name) => queries[index]?.get(name)).join('/'),
	);
	expect(iso).toBe(times);
	expect([dates, basic]).toEqual(Array(2).fill(times.replaceAll(/[-:]/g, '')));
});

it('an event without a start is in no web calendar', () => {
	expect(webCalendars(readEvent(named), page, 'UTC')).toBeNull();
});
