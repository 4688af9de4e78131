/** Calendar files as programs write them, each with its expected events. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { plainText } from '../../../src/contract/event/plain-text.ts';
import { type ImportedEvent, readCalendar } from '../../../src/sandbox/imports/read-calendar.ts';

const read = async (name: string) =>
	readCalendar(await readFile(path.join(import.meta.dirname, 'calendars', `${name}.ics`)), {
		zone: 'Europe/Berlin',
		otherZone: 'UTC',
		charset: null,
		now: Date.parse('2026-11-25T11:00:00Z'),
		typeOf: () => 'others',
		plainText,
	});

/** For example `2026-12-01 19:00–21:00 Choir`; without the end if the file has none. */
const summary = ({ begin, end, isAllDay, title }: ImportedEvent) => {
	if (isAllDay) return `${begin.slice(0, 10)} all day ${title}`;
	return `${begin.slice(0, -3)}${end > begin ? `–${end.slice(11, -3)}` : ''} ${title}`;
};

const choir = (...days: number[]) =>
	days.map((day) => `2026-12-${String(day).padStart(2, '0')} 19:00–21:00 Choir`);

it.each<[string, string[]]>([
	['01a-exdate-utc', choir(1, 15, 22)],
	['01b-override-utc', [...choir(1), '2026-12-08 20:30–21:30 Choir later', ...choir(15, 22)]],
	['01d-until-utc', [4, 11, 18].map((day) => `2026-12-${day < 10 ? '0' : ''}${day} 23:00–23:50 Late jazz`)],
	['01f-rdate-utc-same-as-override', choir(8)],
	['02a-date-no-value', ['2026-12-05 all day Open day']],
	['02b-exdate-date-no-value', ['2026-12-01 all day Course', '2026-12-15 all day Course']],
	['03-value-date-with-time', ['2026-12-05 20:00–22:00 Concert']],
	['04a-allday-end-equals-start', ['2026-12-06 all day Holiday']],
	['04b-allday-no-end', ['2026-12-06 all day Holiday']],
	['05-fold-before-colon', ['2026-12-05 19:00–21:00 Reading']],
	['06-bare-vevent', ['2026-12-05 19:00 Meetup']],
	['07-moved-into-window', ['2026-12-12 10:00–18:00 Fair']],
	['08-same-uid', ['2026-12-06 14:00 Puppets early', '2026-12-06 17:00 Puppets late']],
	['08c-no-uid-same-start', ['2026-12-06 14:00 Guided tour', '2026-12-06 14:00 Guided tour']],
	['11-raw-line-breaks', ['2026-12-05 19:00 Reading']],
	['12-html-only', ['2026-12-05 19:00 Talk']],
	['13a-windows-zone', ['2026-12-05 19:00–20:00 Webinar']],
	['13c-vendor-zone', ['2026-12-05 19:00 Webinar']],
	['14a-rdate-period', ['2026-12-01 16:00–17:00 Tour', '2026-12-08 16:00–18:00 Tour']],
	['15-rscale', []],
	['20-byday-until-date', [1, 8, 15].map((day) => `2026-12-${day < 10 ? '0' : ''}${day} 19:00 Choir`)],
	[
		'21-thisandfuture',
		[...choir(1, 8), '2026-12-15 20:00–22:00 Choir new time', '2026-12-22 20:00–22:00 Choir new time'],
	],
	['22a-rdate-local', ['2026-12-01 16:00–17:00 Tour', '2026-12-08 16:00–17:00 Tour']],
	['22b-rdate-utc', ['2026-12-01 16:00–17:00 Tour', '2026-12-09 16:00–17:00 Tour']],
	['26-tzid-quoted-broken', ['2026-12-05 19:00 Talk']],
	['32-dashes-in-date', ['2026-12-05 19:00 Talk']],
	['new-uids-1', ['2026-12-10 19:00–22:00 Board games', '2026-12-11 19:00–22:00 No UID at all']],
])('%s has the right events', async (name, events) => {
	expect((await read(name)).events.map(summary)).toEqual(events);
});

it('a file that is not UTF-8 is refused, with the encodings that it may have', async () => {
	await expect(read('10-latin1')).rejects.toThrow('line 7 is not UTF-8: save the file as UTF-8, or name its');
});

it('texts and places are whole, in every form', async () => {
	const [raw] = (await read('11-raw-line-breaks')).events;
	expect(raw).toMatchObject({
		content: 'First.\nSecond, not folded.\nLocation: side entrance',
		address: 'Library',
	});
	const text =
		'First paragraph.\nSecond paragraph that was not folded.\nLocation: please use the side entrance';
	const { events, notes } = await read('raw-line-breaks');
	expect(events.map(({ content, address }) => [content, address])).toEqual([
		[`${text}\nTickets: 5 euros at the door`, 'Town library'],
		[text, 'Town library'],
	]);
	expect(notes.get('texts with unescaped line breaks, read to their end')).toHaveLength(2);
	expect((await read('12-html-only')).events[0]?.content).toBe('All of it');
	expect((await read('places')).events.map(({ geo, address }) => [geo, address])).toEqual([
		['52.250000 6.160000', 'Deventer'],
		['51.480000 7.200000', 'Bochum'],
		['51.482600 11.969700', 'Marktplatz, Halle'],
		['0 0', 'Town Hall, 1 Main St'],
	]);
});

it('what is guessed, changed or not computed is noted, with the line', async () => {
	const notes = async (name: string) => [...(await read(name)).notes];
	expect([...(await read('15-rscale')).leftOut]).toContainEqual([
		"repeats in the calendar CHINESE, which can't be computed: only its first date is read",
		['Chinese New Year (line 9: RRULE:RSCALE=CHINESE;FREQ=YEARLY)'],
	]);
	expect(await notes('08-same-uid')).toContainEqual([
		'with the UID of another event',
		['Puppets early', 'Puppets late'],
	]);
});
