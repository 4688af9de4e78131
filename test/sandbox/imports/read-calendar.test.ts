/** Calendars as programs write them, and as an attacker might. */
import vm from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { plainText } from '../../../src/contract/event/plain-text.ts';
import { readCalendar } from '../../../src/sandbox/imports/read-calendar.ts';

/** Wednesday, noon in Berlin. */
const now = Date.parse('2026-11-25T11:00:00Z');

const calendarOf = (...lines: readonly string[]) =>
	['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const options = {
	zone: null,
	otherZone: 'UTC',
	charset: null,
	now,
	typeOf: () => 'others' as const,
	plainText,
};
const unreadableStart =
	'without a readable start: write DTSTART:20261205T190000, or DTSTART;VALUE=DATE:20261205 for a whole day';
const start = 'DTSTART:20261201T190000Z';
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const read = (lines: readonly string[], zone: string | null = 'Europe/Berlin') =>
	readCalendar(Buffer.from(calendarOf(...lines)), { ...options, zone, otherZone: 'Asia/Shanghai' });
/** The only event of a calendar with one. */
const readOne = (...lines: readonly string[]) => {
	const { events } = read(event('UID:1', ...lines));
	expect(events).toHaveLength(1);
	return events[0];
};

const berlinZone = [
	'BEGIN:VTIMEZONE',
	'TZID:Europe/Berlin',
	'BEGIN:STANDARD',
	'DTSTART:19701025T030000',
	'TZOFFSETFROM:+0200',
	'TZOFFSETTO:+0100',
	'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
	'END:STANDARD',
	'BEGIN:DAYLIGHT',
	'DTSTART:19700329T020000',
	'TZOFFSETFROM:+0100',
	'TZOFFSETTO:+0200',
	'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
	'END:DAYLIGHT',
	'END:VTIMEZONE',
];

describe('the times of an event', () => {
	it('are those of the city, whatever the time zone of the file', () => {
		const times = (at: string) => readOne(at, 'DURATION:PT1H30M', 'SUMMARY:A');
		expect(times(start)).toMatchObject({
			begin: '2026-12-01 20:00:00',
			end: '2026-12-01 21:30:00',
		});
		expect(times('DTSTART;TZID=America/New_York:20261201T190000')?.begin).toBe('2026-12-02 01:00:00');
		expect(times('DTSTART:20261201T190000')?.begin).toBe('2026-12-01 19:00:00');
		expect(times('DTSTART;TZID=Europe/Berlin:20270701T190000')?.begin).toBe('2027-07-01 19:00:00');
	});

	it('are read in the time zone of the city, with a note, when their own is unknown', () => {
		const { events, notes } = read(event('UID:1', 'DTSTART;TZID=Nowhere:20261201T190000', 'SUMMARY:A'));
		expect(events[0]?.begin).toBe('2026-12-01 19:00:00');
		expect(notes.get('in an unknown zone, read as Europe/Berlin')).toEqual([
			'A (line 6: DTSTART;TZID=Nowhere:20261201T190000)',
		]);
	});

	it('are whole days, with an exclusive end date', () => {
		expect(readOne('DTSTART;VALUE=DATE:20261205', 'SUMMARY:A')).toMatchObject({
			begin: '2026-12-05 00:00:00',
			end: '2026-12-06 00:00:00',
		});
		expect(readOne('DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261207', 'SUMMARY:A')).toMatchObject({
			begin: '2026-12-04 00:00:00',
			end: '2026-12-07 00:00:00',
		});
	});

	it('have no end when the file has none, or one before the start', () => {
		for (const end of [[], ['DTEND:20261201T170000Z']]) {
			const { events, notes } = read(event('UID:1', start, ...end, 'SUMMARY:A'));
			expect(events[0]).toMatchObject({ begin: '2026-12-01 20:00:00', end: '2026-12-01 20:00:00' });
			expect(notes.get('without an end')).toEqual(['A']);
		}
	});

	it('use the time zone that the calendar names if no other is given', () => {
		const lines = ['X-WR-TIMEZONE:Europe/Lisbon', ...event('UID:1', start, 'SUMMARY:A')];
		expect(read(lines, null)).toMatchObject({
			zone: 'Europe/Lisbon',
			events: [{ begin: '2026-12-01 19:00:00' }],
		});
		expect(read(lines).zone).toBe('Europe/Berlin');
		const unnamed = read(event('UID:1', start, 'SUMMARY:A'), null);
		expect(unnamed).toMatchObject({ zone: 'Asia/Shanghai', events: [{ begin: '2026-12-02 03:00:00' }] });
	});
});

describe('a recurring event', () => {
	const weekly = (...lines: readonly string[]) =>
		event(
			'UID:jam',
			'DTSTART;TZID=Europe/Berlin:20260101T200000',
			'DTEND;TZID=Europe/Berlin:20260101T230000',
			...lines,
			'SUMMARY:Jam',
		);

	it('has an event for each occurrence of the last weeks and coming months, at the same hour in winter and summer', () => {
		const { events, notes } = read(weekly('RRULE:FREQ=WEEKLY'));
		expect(events[0]?.begin).toBe('2026-10-29 20:00:00');
		expect(events.at(-1)).toMatchObject({ begin: '2027-05-20 20:00:00', end: '2027-05-20 23:00:00' });
		expect(notes.get('continues after 2027-05-24')).toEqual(['Jam']);
		expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set(['jam']));
		expect(new Set(events.map(({ occurrence }) => occurrence)).size).toBe(events.length);
	});

	it('has moved, renamed and canceled occurrences', () => {
		const { events, leftOut } = read([
			...berlinZone,
			...weekly('RRULE:FREQ=WEEKLY;UNTIL=20261211T000000Z'),
			...event(
				'UID:jam',
				'RECURRENCE-ID;TZID=Europe/Berlin:20261126T200000',
				'DTSTART;TZID=Europe/Berlin:20261127T210000',
				'DTEND;TZID=Europe/Berlin:20261127T220000',
				'SUMMARY:Late jam',
			),
			...event(
				'UID:jam',
				'RECURRENCE-ID:20261203T190000Z',
				'DTSTART:20261203T190000Z',
				'STATUS:CANCELLED',
				'SUMMARY:No jam',
			),
		]);
		expect(events.slice(-2)).toMatchObject([
			{
				title: 'Late jam',
				begin: '2026-11-27 21:00:00',
				end: '2026-11-27 22:00:00',
				occurrence: '2026-11-26T20:00:00',
			},
			{ title: 'Jam', begin: '2026-12-10 20:00:00' },
		]);
		expect(leftOut.get('canceled')).toEqual(['No jam']);
	});

	it('is skipped, with a reason, when it has no occurrences in these months', () => {
		const { events, leftOut } = read(weekly('RRULE:FREQ=WEEKLY;UNTIL=20260301T000000Z'));
		expect(events).toEqual([]);
		expect([...leftOut]).toEqual([['not taking place from 2026-10-26 to 2027-05-24', ['Jam']]]);
	});

	it('is cut off after a number of occurrences', () => {
		const hourly = event('UID:1', start, 'RRULE:FREQ=MINUTELY', 'SUMMARY:Tick');
		const { events, notes } = read(hourly);
		expect(events).toHaveLength(200);
		expect(notes.get('continues after 200 occurrences')).toEqual(['Tick']);
	});

	it('does not keep the reader busy forever, and affects no other event', () => {
		const run = vm.Script.prototype.runInContext;
		vi.spyOn(vm.Script.prototype, 'runInContext').mockImplementation(function (
			this: vm.Script,
			context,
			options,
		) {
			return run.call(this, context, { timeout: (options?.timeout ?? 0) / 10 });
		});
		const { events, leftOut } = read([
			...event('UID:1', start, 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', 'SUMMARY:A'),
			...event('UID:2', start, 'SUMMARY:B'),
		]);
		expect(events.map(({ title }) => title)).toEqual(['B']);
		expect([...leftOut]).toEqual([['cannot be read: reading takes more than 5 seconds', ['A']]]);
	});
});

describe('the content of an event', () => {
	it('is read from folded lines with escaped characters', () => {
		expect(
			readOne(
				start,
				'SUMMARY:Wein\\, Brot',
				'  und Käse',
				'LOCATION:Zur Post\\nMarkt 1\\n12345 Ort',
				'DESCRIPTION:First line\\nsecond line\\; with a semi',
				' colon',
				'GEO:48.137154;11.576124',
				'CATEGORIES:Essen,Markt',
				'ORGANIZER;CN="Verein: Wein, Brot":mailto:verein@example.org',
				'URL:https://example.org/wein',
				'IMAGE;VALUE=URI;DISPLAY=BADGE,FULLSIZE;FMTTYPE=image/png:https://example.org/wein.png',
			),
		).toMatchObject({
			title: 'Wein, Brot und Käse',
			address: 'Zur Post, Markt 1, 12345 Ort',
			content: 'First line\nsecond line; with a semicolon',
			geo: '48.137154 11.576124',
			organizer: 'Verein: Wein, Brot',
			page: 'https://example.org/wein',
			image: 'https://example.org/wein.png',
		});
	});

	it('has the type given by its categories, or else by its title', () => {
		const asked: (readonly string[])[] = [];
		const lines = event('UID:1', start, 'CATEGORIES:Live,Jazz', 'CATEGORIES:Club', 'SUMMARY:A');
		const { events } = readCalendar(Buffer.from(calendarOf(...lines)), {
			...options,
			typeOf(texts) {
				asked.push(texts);
				return 'music';
			},
		});
		expect(asked).toEqual([['Live Jazz Club', 'A']]);
		expect(events[0]?.type).toBe('music');
	});

	it('has an attached image, but only from an http(s) URL', () => {
		const attached = 'ATTACH;FMTTYPE=image/jpeg:https://example.org/a.jpg';
		expect(readOne(start, 'SUMMARY:A', 'ATTACH:https://example.org/a.pdf', attached)?.image).toBe(
			'https://example.org/a.jpg',
		);
		const { events, notes } = read(
			event('UID:1', start, 'SUMMARY:A', 'IMAGE;VALUE=URI:file:///etc/passwd', 'URL:javascript:alert(1)'),
		);
		expect(events[0]).toMatchObject({ image: null, page: null });
		expect([...notes.keys()]).toContain('with an image that is not at an http(s) URL');
	});

	it('never contains the e-mail address of the organizer', () => {
		const organizer = (line: string) => readOne(start, 'SUMMARY:A', line)?.organizer;
		expect(organizer('ORGANIZER:mailto:jo@example.org')).toBeNull();
		expect(organizer('ORGANIZER;CN=jo@example.org:mailto:jo@example.org')).toBeNull();
	});

	it('is cut off when too long, and contains no terminal control characters', () => {
		const { events, notes } = read(
			event(
				'UID:1',
				start,
				`SUMMARY:\u001b[31m\u202e${'a'.repeat(300)}`,
				`DESCRIPTION:${'b'.repeat(30_000)}`,
				'GEO:91;0',
			),
		);
		expect(events[0]?.title).toBe(`[31m${'a'.repeat(196)}`);
		expect(events[0]?.content).toHaveLength(20_000);
		expect(events[0]?.geo).toBe('0 0');
		expect([...notes.keys()]).toContain('with the text cut off after 20000 characters');
	});
});

describe('a skipped event', () => {
	it.each([
		['canceled', [start, 'SUMMARY:A', 'STATUS:CANCELLED']],
		['private', [start, 'SUMMARY:A', 'CLASS:CONFIDENTIAL']],
		['ended more than 30 days ago', ['DTSTART:20261001T190000Z', 'SUMMARY:A']],
		[unreadableStart, ['DTSTART:soon', 'SUMMARY:A']],
		[unreadableStart, ['SUMMARY:A']],
		['without a title: add a SUMMARY', [start]],
	])('has a reason: %s', (reason, lines) => {
		const { events, leftOut } = read([...event('UID:1', ...lines), ...event('UID:2', start, 'SUMMARY:B')]);
		expect(events.map(({ title }) => title)).toEqual(['B']);
		expect([...leftOut.keys()]).toEqual([reason]);
	});

	it('affects no other event, however broken it is', () => {
		const { events, leftOut, notes } = read([
			...event('UID:1', 'DTSTART;TZID=Europe/Berlin', 'SUMMARY:Broken'),
			...event('UID:2', start, 'SUMMARY:Whole', 'DESCRIPTION:A text', 'that is not folded'),
			'BEGIN:VTODO',
			'SUMMARY:Buy wine',
			'END:VTODO',
		]);
		expect(events.map(({ title }) => title)).toEqual(['Whole']);
		expect([...leftOut]).toEqual([
			[unreadableStart, ['Broken']],
			['VTODO, not an event', ['']],
		]);
		expect([...notes.values()].flat()).toContain('line 6: DTSTART;TZID=Europe/Berlin');
	});
});

it('a file that is not a calendar, is truncated or has no events is rejected as a whole', () => {
	const readText = (text: string) => readCalendar(Buffer.from(text), options);
	expect(() => readText('<title>Sign in</title>')).toThrow('not an iCalendar file, but a web page');
	const whole = calendarOf(...event('UID:1', start, 'SUMMARY:A'));
	expect(() => readText(whole.replace('END:VCALENDAR', ''))).toThrow('truncated');
	expect(() => readText(calendarOf())).toThrow('the calendar has no event');
});
