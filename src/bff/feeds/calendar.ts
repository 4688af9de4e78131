/**
 * Events as iCalendar (RFC 5545). Times are floating unless EVENTS_TIME_ZONE is set, since the service names no zone; then
 * they are instants in UTC, which every calendar reads in the same way and which need no VTIMEZONE.
 */
import ical, { ICalEventStatus } from 'ical-generator';
import type { Event } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { instantOf, type WallClock, wallClockMs } from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';

export interface CalendarEntry {
	event: Event;
	/** True for an event that the person is only interested in. */
	isTentative?: boolean;
}

export interface CalendarOptions {
	name: string;
	/** Name of the brand, as the program that wrote the calendar. */
	site: string;
	publicUrl: string;
	/** IANA name, or null: the times are floating. */
	timeZone: string | null;
	/** Hours after which a subscriber should fetch the calendar again; undefined for a single event's file. */
	refreshHours?: number;
	/** Milliseconds since 1970: when the events were read, for DTSTAMP. */
	stamp: number;
}

/** A date whose UTC digits are those that the calendar shows. */
const dateOf = (time: WallClock, timeZone: string | null): Date =>
	new Date(timeZone === null ? wallClockMs(time) : instantOf(time, timeZone));

/** @returns the calendar as text; events whose start is not known are left out */
export function calendarOf(entries: readonly CalendarEntry[], options: CalendarOptions): string {
	const { name, site, publicUrl, timeZone, refreshHours, stamp } = options;
	const { host } = new URL(publicUrl);
	const calendar = ical({
		prodId: { company: site, product: site, language: 'EN' },
		name,
		...(refreshHours === undefined ? {} : { ttl: refreshHours * 3_600 }),
	});
	for (const { event, isTentative = false } of entries) {
		const { begin, end, geo } = event;
		if (begin === null) continue;
		const url = `${publicUrl}${pagePath.event(event.id)}`;
		const text = plainText(event.content);
		const entry = calendar.createEvent({
			id: `event-${encodeURIComponent(event.id)}@${host}`,
			start: dateOf(begin, timeZone),
			...(end === null ? {} : { end: dateOf(end, timeZone) }),
			floating: timeZone === null,
			stamp: new Date(stamp),
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
