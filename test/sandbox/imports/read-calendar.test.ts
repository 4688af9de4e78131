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

const fixedZone = (id: string, offset: string) => [
	'BEGIN:VTIMEZONE',
	`TZID:${id}`,
	'BEGIN:STANDARD',
	'DTSTART:19701025T030000',
	`TZOFFSETFROM:${offset}`,
	`TZOFFSETTO:${offset}`,
	'END:STANDARD',
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

	it('are in the zone that the file defines, before any that has the same short name', () => {
		const shanghai = event('UID:1', 'DTSTART;TZID=CST:20261201T190000', 'SUMMARY:A');
		const note = 'in a zone whose short name means several, read as America/Chicago';
		const { events, notes } = read([...fixedZone('CST', '+0800'), ...shanghai]);
		expect([events[0]?.begin, notes.has(note)]).toEqual(['2026-12-01 12:00:00', false]);
		const undefinedZone = read(shanghai);
		expect([undefinedZone.events[0]?.begin, undefinedZone.notes.has(note)]).toEqual([
			'2026-12-02 02:00:00',
			true,
		]);
		const windows = event('UID:1', 'DTSTART;TZID=Eastern Standard Time:20261201T190000', 'SUMMARY:A');
		const { events: eastern } = read([...fixedZone('Eastern Standard Time', '+0800'), ...windows]);
		expect(eastern[0]?.begin).toBe('2026-12-02 01:00:00');
	});

	it('are whole days from midnight to midnight, with a note', () => {
		const { events, notes } = read(
			event('UID:1', 'DTSTART:20261204T230000Z', 'DTEND;TZID=Europe/Berlin:20261206T235900', 'SUMMARY:A'),
		);
		expect(events[0]).toMatchObject({
			isAllDay: true,
			begin: '2026-12-05 00:00:00',
			end: '2026-12-07 00:00:00',
		});
		expect([...notes.keys()]).toEqual(['from midnight to midnight, read as all day']);
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
	});

	it('are otherwise in the zone that most events name, or in the site’s zone, with a note', () => {
		const guess = (...lines: string[]) => {
			const { zone, events, notes } = read([...lines, ...event('UID:1', start, 'SUMMARY:A')], null);
			return [
				zone,
				events.at(-1)?.begin,
				[...notes.keys()].some((note) => note.includes(`in ${zone}, which is guessed`)),
			];
		};
		const named = event('UID:2', 'DTSTART;TZID=W. Europe Standard Time:20261101T190000', 'SUMMARY:B');
		expect(guess(...named)).toEqual(['Europe/Berlin', '2026-12-01 20:00:00', true]);
		expect(guess('X-WR-TIMEZONE:UTC', ...named)).toEqual(['Europe/Berlin', '2026-12-01 20:00:00', true]);
		expect(guess()).toEqual(['Asia/Shanghai', '2026-12-02 03:00:00', true]);
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

	it('has no occurrence that is canceled', () => {
		const occurrence = ['UID:jam', 'RECURRENCE-ID:20261203T190000Z', 'DTSTART:20261203T190000Z'];
		const { events, leftOut } = read([
			...weekly('RRULE:FREQ=WEEKLY;UNTIL=20261211T000000Z'),
			...event(...occurrence, 'STATUS:CANCELLED', 'SUMMARY:No jam'),
		]);
		expect(events.slice(-2).map(({ begin }) => begin)).toEqual([
			'2026-11-26 20:00:00',
			'2026-12-10 20:00:00',
		]);
		expect(leftOut.get('canceled')).toEqual(['No jam']);
	});

	it('is skipped, with a reason, when it has no occurrences in these months', () => {
		const { events, leftOut } = read(weekly('RRULE:FREQ=WEEKLY;UNTIL=20260301T000000Z'));
		expect(events).toEqual([]);
		expect([...leftOut]).toEqual([['not taking place from 2026-10-26 to 2027-05-24', ['Jam']]]);
	});

	it.each([
		['one rule', ['RRULE:FREQ=MINUTELY']],
		['two rules', ['RRULE:FREQ=HOURLY;COUNT=150', 'RRULE:FREQ=HOURLY;BYMINUTE=30;COUNT=150']],
	])('is cut off after a number of occurrences, of %s', (_, lines) => {
		const { events, notes } = read(event('UID:1', start, ...lines, 'SUMMARY:Tick'));
		expect(events).toHaveLength(200);
		expect(notes.get('continues after 200 occurrences')).toEqual(['Tick']);
	});

	it('has its texts read and kept once, not for each occurrence', () => {
		const typeOf = vi.fn(() => 'others' as const);
		const series = event('UID:1', start, 'RRULE:FREQ=HOURLY;COUNT=3', 'SUMMARY:A');
		const { events } = readCalendar(Buffer.from(calendarOf(...series)), { ...options, typeOf });
		expect(events).toHaveLength(3);
		expect(typeOf).toHaveBeenCalledOnce();
	});

	it('does not keep the reader busy forever, and affects no other event', () => {
		const run = vm.Script.prototype.runInContext;
		vi.spyOn(vm.Script.prototype, 'runInContext').mockImplementation(function (
			this: vm.Script,
			context,
			{ timeout = 0 } = {},
		) {
			return run.call(this, context, { timeout: timeout / 10 });
		});
		const { events, leftOut } = read([
			...event('UID:1', start, 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', 'SUMMARY:A'),
			...event('UID:2', start, 'SUMMARY:B'),
		]);
		expect(events.map(({ title }) => title)).toEqual(['B']);
		expect([...leftOut]).toEqual([['cannot be read: reading it takes too long', ['A']]]);
	});
});

describe('dates of a series', () => {
	const series = (...lines: readonly string[]) =>
		read([
			...fixedZone('Ours', '+0100'),
			...event('UID:1', 'SUMMARY:A', 'DTSTART;TZID=Europe/Berlin:20261201T190000', ...lines),
		]);
	const days = (...lines: readonly string[]) =>
		series(...lines).events.map(({ begin }) => begin.slice(8, -3));
	const weekly = 'RRULE:FREQ=WEEKLY;COUNT=3';

	it.each([
		['EXDATE;TZID=America/New_York:20261208T130000'],
		['EXDATE;TZID=Ours:20261208T190000'],
		['EXDATE;TZID="(UTC-05:00) Eastern Time (US & Canada)":20261208T130000'],
		['EXDATE;TZID=(UTC+01:00) Amsterdam, Berlin, Bern:20261208T190000'],
		['EXDATE;TZID=UTC+2:20261208T200000'],
		['EXDATE:2026-12-08T18:00Z'],
		['EXDATE;VALUE=DATE:20261208'],
		['EXDATE;TZID=Europe/Berlin:20261208T000000'],
	])('exclude the date of an exception written as %s', (exception) => {
		expect(days(weekly, exception)).toEqual(['01 19:00', '15 19:00']);
	});

	it('exclude only the occurrence that begins at an exception’s midnight in UTC', () => {
		const evenings = (...lines: string[]) =>
			read(
				event('UID:1', 'SUMMARY:A', 'DTSTART;TZID=America/New_York:20261202T190000', ...lines),
				'America/New_York',
			).events.map(({ begin }) => begin.slice(8, 10));
		expect(evenings('RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20261210T000000Z')).toEqual(['02', '16']);
		expect(evenings('RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261204T000000Z')).toEqual(['02', '04']);
	});

	it('begin with the start, which counts toward COUNT, even if it is not a date of the rule', () => {
		expect(days('RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3')).toEqual(['01 19:00', '03 19:00', '10 19:00']);
		expect(days('RRULE:FREQ=WEEKLY;UNTIL=20261130T225959Z')).toEqual([]);
	});

	it('are whole days if the start is one, even if exceptions have times', () => {
		const lines = [
			'UID:1',
			'SUMMARY:A',
			'DTSTART;VALUE=DATE:20261201',
			'RRULE:FREQ=WEEKLY;UNTIL=20261221T230000Z',
		];
		const { events } = read([
			...event(...lines, 'EXDATE:20261207T230000Z'),
			...event(
				'UID:1',
				'SUMMARY:B',
				'RECURRENCE-ID;TZID=Europe/Berlin:20261215T000000',
				'DTSTART:20261216T180000Z',
			),
		]);
		expect(events.map(({ title, begin, isAllDay }) => [title, begin.slice(8, 10), isAllDay])).toEqual([
			['A', '01', true],
			['B', '16', false],
			['A', '22', true],
		]);
	});

	it('that can not be read cost no other date, and are noted with their line', () => {
		const { events, notes } = series(
			weekly,
			'EXDATE:None,20261208T180000Z',
			'DTEND:',
			'DURATION:2h',
			'GEO:None',
		);
		expect(events).toHaveLength(2);
		expect([...notes.values()].flat().sort()).toEqual([
			'A',
			...['EXDATE:None,20261208T180000Z', 'DURATION:2h', 'GEO:None']
				.map((line) => expect.stringMatching(new RegExp(`^A \\(line \\d+: ${line}\\)$`)))
				.toSorted(),
		]);
		expect(days('RRULE:FREQ=WOCHE')).toEqual(['01 19:00']);
	});

	it('are not brought back by an older version of an exception', () => {
		const moved = (sequence: number, time: string) =>
			event(
				'UID:1',
				'SUMMARY:A',
				`SEQUENCE:${sequence}`,
				'RECURRENCE-ID:20261208T180000Z',
				`DTSTART:20261208T${time}Z`,
			);
		const { events } = read([
			...event('UID:1', 'SUMMARY:A', 'DTSTART:20261201T180000Z', weekly),
			...moved(2, '200000'),
			...moved(1, '190000'),
		]);
		expect(events.map(({ begin }) => begin.slice(11, 16))).toEqual(['19:00', '21:00', '19:00']);
	});
});

describe('the bytes of a file', () => {
	const titleIn = (bytes: Uint8Array, charset: string | null = null) =>
		readCalendar(bytes, { ...options, charset }).events[0]?.title;
	const calendar = calendarOf(...event('UID:1', start, 'SUMMARY:Führung'));

	it('are joined before they are decoded', () => {
		const bytes = Buffer.from(calendar.replace('ü', 'ü\r\n ')).toString('latin1');
		const inside = bytes.replace('\xc3\xbc\r\n ', '\xc3\r\n \xbc');
		expect(titleIn(Buffer.from(inside, 'latin1'))).toBe('Führung');
	});

	it('are UTF-8, UTF-16, or in the encoding that is named', () => {
		for (const mark of ['', '\ufeff']) {
			expect(titleIn(Buffer.from(mark + calendar))).toBe('Führung');
			expect(titleIn(Buffer.from(mark + calendar, 'utf16le'))).toBe('Führung');
			expect(titleIn(Buffer.from(mark + calendar, 'utf16le').swap16())).toBe('Führung');
		}
		expect(titleIn(Buffer.from(calendar), 'iso-8859-1')).toBe('Führung');
		const japanese = Buffer.from(calendar.replace('Führung', '\x93\xfa\x96\x7b\x8c\xea'), 'latin1');
		expect(titleIn(japanese, 'Shift_JIS')).toBe('日本語');
		expect(() => titleIn(japanese)).toThrow('line 7 is not UTF-8');
		expect(() => titleIn(japanese, 'x-unknown')).toThrow('the text encoding x-unknown is unknown');
	});

	it('are decoded from quoted-printable', () => {
		const description =
			'DESCRIPTION;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:F=C3=BChrung=0D=0Aum =\r\n10 Uhr';
		expect(readOne(start, 'SUMMARY:A', description)?.content).toBe('Führung\num 10 Uhr');
	});
});

describe('the content of an event', () => {
	it('is read from folded lines with escaped characters', () => {
		expect(
			readOne(
				start,
				'SUMMARY:Wein\\, Brot',
				'  \\& Käse',
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
			title: 'Wein, Brot & Käse',
			address: 'Zur Post, Markt 1, 12345 Ort',
			content: 'First line\nsecond line; with a semicolon',
			geo: '48.137154 11.576124',
			organizer: 'Verein: Wein, Brot',
			page: 'https://example.org/wein',
			image: 'https://example.org/wein.png',
		});
	});

	it('has a title with the names of tags', () => {
		const title = 'HTML mit <a> und <table>';
		expect(readOne(start, `SUMMARY:${title}`)?.title).toBe(title);
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
		expect(readOne(start, `SUMMARY:${'a'.repeat(195)}👨‍👩‍👧‍👦`)?.title).toBe('a'.repeat(195));
		expect(events[0]?.content).toHaveLength(20_000);
		expect(events[0]?.geo).toBe('0 0');
		expect([...notes.keys()]).toContain('with the text cut off after 20000 characters');
	});
});

describe('a skipped event', () => {
	it.each([
		['canceled', [start, 'SUMMARY:A', 'STATUS:Canceled']],
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

	it('may be a modified occurrence, which is as private as its series unless it says otherwise', () => {
		const moved = ['UID:1', 'RECURRENCE-ID:20261208T190000Z', 'DTSTART:20261209T190000Z', 'SUMMARY:A'];
		const series = ['UID:1', start, 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:A', 'CLASS:PRIVATE'];
		expect(read([...event(...series), ...event(...moved)]).events).toEqual([]);
		expect(read([...event(...series), ...event(...moved, 'CLASS:PUBLIC')]).events).toHaveLength(1);
	});

	it('may be in a calendar that cancels all its events, beside other calendars in the file', () => {
		const calendar = (method: string) =>
			calendarOf(`METHOD:${method}`, ...event(`UID:${method}`, start, `SUMMARY:${method}`));
		for (const methods of [
			['PUBLISH', 'CANCEL'],
			['CANCEL', 'PUBLISH'],
		]) {
			const { events } = readCalendar(Buffer.from(methods.map(calendar).join('')), options);
			expect(events.map(({ title }) => title)).toEqual(['PUBLISH']);
		}
	});

	it('is never a tentative one, which is imported with a note', () => {
		const { events, notes } = read(event('UID:1', start, 'SUMMARY:A', 'STATUS:TENTATIVE'));
		expect(events).toHaveLength(1);
		expect([...notes.keys()]).toContain('tentative: the file does not say yet that it takes place');
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

it('a file that is not a calendar, is truncated, has too many lines or no events is rejected as a whole', () => {
	const readText = (text: string) => readCalendar(Buffer.from(text), options);
	expect(() => readText('<title>Sign in</title>')).toThrow('not an iCalendar file, but a web page');
	const whole = calendarOf(...event('UID:1', start, 'SUMMARY:A'));
	expect(() => readText(whole.replace('END:VCALENDAR', ''))).toThrow('truncated');
	expect(() => readText(`${whole}${'\n'.repeat(500_000)}`)).toThrow('the file has more than 500000 lines');
	expect(() => readText(calendarOf())).toThrow('the calendar has no event');
});
