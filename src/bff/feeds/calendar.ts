/** Events as iCalendar (RFC 5545). Times are floating, or UTC with EVENTS_TIME_ZONE, so no VTIMEZONE is needed. */
import ical, {
	ICalAlarmType,
	type ICalCalendar,
	type ICalEventData,
	ICalEventStatus,
	ICalEventTransparency,
} from 'ical-generator';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { type Event, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isAllDay } from '../../contract/event/times.ts';
import { endIn, wholeDaysOf } from '../../contract/event/times-on.ts';
import {
	type Day,
	dayStartMs,
	instantOf,
	type WallClock,
	wallClockMs,
} from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';
import { fill, words } from '../../contract/words/words.ts';
import { numericTimes } from './numeric-times.ts';

export const refreshHours = 6;

/** Reminds this long before the start, so that there is time to get there. */
const alarmSeconds = 2 * 3_600;

/** Sequence numbers are seconds since then. So they grow even if the BFF forgets when an event changed. */
const sequenceEpochMs = Date.parse('2020-01-01T00:00:00Z');

export interface CalendarEntry {
	event: Event;
	/** The user is interested, but not going. */
	isTentative?: boolean;
	/** The user is going: the event takes their time, and they are reminded of it. */
	isGoing?: boolean;
	isCancelled?: boolean;
	/** Milliseconds since 1970; undefined if unknown. */
	changedAt?: number | undefined;
}

interface Calendar {
	name: string;
	/** The brand's name. */
	site: string;
	publicUrl: string;
	/** Unset for a single event's file. */
	refreshHours?: number;
}

export interface CalendarInfo extends Calendar {
	/** IANA name; null for floating times. */
	timeZone: string | null;
	/** When the events were read, in milliseconds since 1970. Stands in for an unknown time of change. */
	stamp: number;
}

const newCalendar = ({ name, site, refreshHours: hours }: Calendar) =>
	ical({
		prodId: { company: site, product: site, language: 'EN' },
		name,
		...(hours === undefined ? {} : { ttl: hours * 3_600 }),
	});

/** For a calendar without events, because a calendar must have a component (RFC 5545 §3.6). */
const utc =
	'BEGIN:VTIMEZONE TZID:UTC BEGIN:STANDARD DTSTART:19700101T000000 TZOFFSETFROM:+0000 TZOFFSETTO:+0000 END:STANDARD END:VTIMEZONE';

/** The last line ends with CRLF like all others (RFC 5545 §3.1); the library omits it. */
function textOf(calendar: ICalCalendar): string {
	const text = `${calendar.toString()}\r\n`;
	return calendar.length() > 0
		? text
		: text.replace('END:VCALENDAR', `${utc} END:VCALENDAR`.replaceAll(' ', '\r\n'));
}

/** A date whose UTC fields the calendar shows. */
const dateOf = (time: WallClock, timeZone: string | null): Date =>
	new Date(timeZone === null ? wallClockMs(time) : instantOf(time, timeZone));

function timesOf(
	event: Event,
	timeZone: string | null,
): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'floating'> | null {
	const { begin } = event;
	const end = endIn(event, timeZone);
	const days = wholeDaysOf(event);
	if (begin === null) return null;
	if (days !== null)
		return { allDay: true, start: new Date(dayStartMs(days.first)), end: new Date(dayStartMs(days.next)) };
	return {
		start: dateOf(begin, timeZone),
		...(end === null ? {} : { end: dateOf(end, timeZone) }),
		floating: timeZone === null,
	};
}

/** Leaves out events without a start. */
export function calendarOf(entries: readonly CalendarEntry[], info: CalendarInfo): string {
	const { publicUrl, timeZone, stamp } = info;
	const { host } = new URL(publicUrl);
	const calendar = newCalendar(info);
	const { CANCELLED, TENTATIVE, CONFIRMED } = ICalEventStatus;
	for (const { event, isTentative, isGoing, isCancelled, changedAt = stamp } of entries) {
		const times = timesOf(event, timeZone);
		if (times === null) continue;
		const isBusy = isGoing && !isCancelled && times.allDay !== true;
		// The page of a canceled event is gone.
		const url = isCancelled ? '' : `${publicUrl}${pagePath.event(event.id)}`;
		const hours = times.allDay && !isAllDay(event) ? numericTimes(event) : '';
		const entry = calendar.createEvent({
			id: `event-${encodeURIComponent(event.id)}@${host}`,
			...times,
			stamp: new Date(changedAt),
			lastModified: new Date(changedAt),
			sequence: Math.floor((changedAt - sequenceEpochMs) / 1_000),
			summary: event.title,
			description: [hours, plainText(event.content), url].filter((text) => text !== '').join('\n\n') || null,
			url,
			status: isCancelled ? CANCELLED : isTentative ? TENTATIVE : CONFIRMED,
			transparency: isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
		});
		if (isBusy)
			entry.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: event.title });
		const place = placeOf(event);
		if (place === '') continue;
		const { geo } = event;
		entry.location({
			title: place,
			...(geo === null ? {} : { geo: { lat: geo.latitude, lon: geo.longitude } }),
		});
	}
	return textOf(calendar);
}

/**
 * A calendar with one event, today, that asks the user to sign in again. If the request failed instead, calendar apps
 * would silently keep an outdated calendar.
 */
export function signInNotice(
	today: Day,
	locale: Locale,
	{ site, publicUrl }: Pick<Calendar, 'site' | 'publicUrl'>,
): string {
	const start = new Date(dayStartMs(today));
	const url = `${publicUrl}${pagePath.me('participated')}`;
	const { words_calendar_sign_in: summary, words_calendar_sign_in_text: text } = words[locale];
	const calendar = newCalendar({ name: site, site, publicUrl, refreshHours });
	calendar.createEvent({
		id: `sign-in@${new URL(publicUrl).host}`,
		start,
		allDay: true,
		stamp: start,
		summary: fill(summary, { site }),
		description: `${text}\n\n${url}`,
		url,
		transparency: ICalEventTransparency.TRANSPARENT,
	});
	return textOf(calendar);
}
