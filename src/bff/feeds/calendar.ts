/**
 * Events as iCalendar (RFC 5545). Times are floating unless EVENTS_TIME_ZONE is set, since the service names no zone; then
 * they are instants in UTC, which every calendar reads in the same way and which need no VTIMEZONE.
 */
import ical, { ICalEventStatus } from 'ical-generator';
import { plainText } from '../../contract/event/plain-text.ts';
import { instantOf, type WallClock, wallClockMs } from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';
import { inParts, type Pause } from '../http/in-parts.ts';
import { nextTurnIfLong } from '../http/turns.ts';
import type { CalendarEntry } from './calendar-entries.ts';

/** Events that are written before other work may go first. */
const partSize = 100;

export interface CalendarOptions {
	name: string;
	/** Name of the brand, as the program that wrote the calendar. */
	site: string;
	publicUrl: string;
	/** IANA name, or null: the times are floating. */
	timeZone: string | null;
	/** Hours after which a subscriber should fetch the calendar again; undefined for a single event's file. */
	refreshHours?: number;
}

/** A date whose UTC digits are those that the calendar shows. */
const dateOf = (time: WallClock, timeZone: string | null): Date =>
	new Date(timeZone === null ? wallClockMs(time) : instantOf(time, timeZone));

/** The calendar of some entries as text. */
function write(entries: readonly CalendarEntry[], options: CalendarOptions): string {
	const { name, site, publicUrl, timeZone, refreshHours } = options;
	const { host } = new URL(publicUrl);
	const calendar = ical({
		prodId: { company: site, product: site, language: 'EN' },
		name,
		...(refreshHours === undefined ? {} : { ttl: refreshHours * 3_600 }),
	});
	for (const { event, revision, isTentative = false } of entries) {
		const { begin, end, geo } = event;
		if (begin === null) continue;
		const url = `${publicUrl}${pagePath.event(event.id)}`;
		const text = plainText(event.content);
		const entry = calendar.createEvent({
			id: `event-${encodeURIComponent(event.id)}@${host}`,
			start: dateOf(begin, timeZone),
			...(end === null ? {} : { end: dateOf(end, timeZone) }),
			floating: timeZone === null,
			stamp: new Date(revision.stamp),
			sequence: revision.sequence,
			summary: event.title,
			description: text === '' ? url : `${text}\n\n${url}`,
			url,
			status: isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
		});
		if (event.address === '') continue;
		entry.location({
			title: event.address,
			...(geo === null ? {} : { geo: { lat: geo.latitude, lon: geo.longitude } }),
		});
	}
	return calendar.toString();
}

/** No text has this line break in it: in texts it is escaped, and where a line is folded a space follows. */
const firstEvent = '\r\nBEGIN:VEVENT\r\n';
const end = 'END:VCALENDAR';

/** The lines of a calendar that are its events. */
function eventLines(calendar: string): string {
	const before = calendar.indexOf(firstEvent);
	return before === -1 ? '' : calendar.slice(before + '\r\n'.length, calendar.lastIndexOf(end));
}

/**
 * Writes a calendar in parts, between which other work may go first.
 *
 * @returns the calendar as text; events whose start is not known are left out
 */
export async function calendarOf(
	entries: readonly CalendarEntry[],
	options: CalendarOptions,
	pause: Pause = nextTurnIfLong,
): Promise<string> {
	const lines: string[] = [];
	for await (const part of inParts(entries, partSize, pause)) lines.push(eventLines(write(part, options)));
	const empty = write([], options);
	return [empty.slice(0, empty.lastIndexOf(end)), ...lines, empty.slice(empty.lastIndexOf(end))].join('');
}
