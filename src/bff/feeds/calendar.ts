/**
 * Events as iCalendar (RFC 5545). Times float unless EVENTS_TIME_ZONE is set, since the service names no zone; then they
 * are moments in UTC, which every calendar reads alike and which need no VTIMEZONE.
 */
import { createHash } from 'node:crypto';
import ical, { ICalEventStatus } from 'ical-generator';
import type { Event } from '../../contract/resources.ts';
import { oneLine, plainText } from './plain-text.ts';
import { toDate } from './wall-clock.ts';

/** When an event was last seen changed: for DTSTAMP and SEQUENCE. */
export interface Revision {
	/** Rises with every change. */
	sequence: number;
	/** Milliseconds since 1970. */
	stamp: number;
}

export interface CalendarEntry {
	event: Event;
	revision: Revision;
	/** An event that is only marked as interesting is tentative. */
	isTentative?: boolean;
}

/** A fingerprint of what a calendar shows of an event; counters are not in it, or it would change all day. */
export function fingerprint(event: Event): string {
	const shown = [event.title, event.content, event.begin_time, event.end_time, event.address, event.geo];
	return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

interface CalendarOptions {
	name: string;
	publicUrl: string;
	timeZone: string | null;
	/** Hours after which a subscriber should look again; undefined for a single event's file. */
	refreshHours?: number;
}

/** @returns the calendar as text; events whose times cannot be read are left out */
export function calendarOf(entries: readonly CalendarEntry[], options: CalendarOptions): string {
	const { name, publicUrl, timeZone, refreshHours } = options;
	const { host } = new URL(publicUrl);
	const calendar = ical({
		prodId: { company: 'Daybill', product: 'Daybill', language: 'EN' },
		name: oneLine(name),
		...(refreshHours === undefined ? {} : { ttl: refreshHours * 3_600 }),
	});
	for (const { event, revision, isTentative = false } of entries) {
		const start = toDate(event.begin_time, timeZone);
		const end = toDate(event.end_time, timeZone);
		if (start === undefined) continue;
		const [latitude = Number.NaN, longitude = Number.NaN] = String(event.geo ?? '')
			.split(' ')
			.map(Number);
		const hasPlace =
			Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
		const url = `${publicUrl}/events/${encodeURIComponent(event.id)}`;
		const text = plainText(event.content);
		const entry = calendar.createEvent({
			id: `event-${event.id}@${host}`,
			start,
			...(end !== undefined && end > start ? { end } : {}),
			floating: timeZone === null,
			stamp: new Date(revision.stamp),
			sequence: revision.sequence,
			summary: oneLine(event.title) || `${event.id}`,
			description: text === '' ? url : `${text}\n\n${url}`,
			url,
			status: isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
		});
		const title = oneLine(event.address);
		if (title !== '')
			entry.location({ title, ...(hasPlace ? { geo: { lat: latitude, lon: longitude } } : {}) });
	}
	return calendar.toString();
}
