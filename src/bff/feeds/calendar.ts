/** Events as iCalendar (RFC 5545). Times are floating, or UTC with EVENTS_TIME_ZONE, so no VTIMEZONE is needed. */
import ical, { ICalAlarmType, type ICalCalendar, ICalEventStatus } from 'ical-generator';
import { type Event, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isLongRunning } from '../../contract/event/times.ts';
import {
	type Day,
	dayStartMs,
	instantOf,
	type WallClock,
	wallClockMs,
} from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';

export const refreshHours = 6;

/** How long before the start to remind: enough time to get ready and get there. */
const alarmSeconds = 2 * 3_600;

export interface CalendarEntry {
	event: Event;
	/** The user is interested, but not going. */
	isTentative?: boolean;
	isReminded?: boolean;
}

interface Calendar {
	name: string;
	/** The brand's name, for PRODID. */
	site: string;
	publicUrl: string;
	/** Unset for a single event's file. */
	refreshHours?: number;
}

export interface CalendarOptions extends Calendar {
	/** IANA name; null for floating times. */
	timeZone: string | null;
	/** Milliseconds since 1970 when the events were read, for DTSTAMP. */
	stamp: number;
}

const newCalendar = ({ name, site, refreshHours: hours }: Calendar) =>
	ical({
		prodId: { company: site, product: site, language: 'EN' },
		name,
		...(hours === undefined ? {} : { ttl: hours * 3_600 }),
	});

/** The last line ends with CRLF like all others (RFC 5545 §3.1); the library omits it. */
const textOf = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/** A date whose UTC fields are the ones to write into the calendar. */
const dateOf = (time: WallClock, timeZone: string | null): Date =>
	new Date(timeZone === null ? wallClockMs(time) : instantOf(time, timeZone));

/** Leaves out events without a start. */
export function calendarOf(entries: readonly CalendarEntry[], options: CalendarOptions): string {
	const { publicUrl, timeZone, stamp } = options;
	const { host } = new URL(publicUrl);
	const calendar = newCalendar(options);
	for (const { event, isTentative = false, isReminded = false } of entries) {
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
		if (isReminded && !isLongRunning(event))
			entry.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: event.title });
		const place = placeOf(event);
		if (place === '') continue;
		entry.location({
			title: place,
			...(geo === null ? {} : { geo: { lat: geo.latitude, lon: geo.longitude } }),
		});
	}
	return textOf(calendar);
}

/**
 * The calendar of a user who has to sign in again: one event, today, that says so. If a request failed
 * instead, calendar apps would silently show the last version, and people would trust an outdated calendar.
 * The text is in English and Chinese, because calendar apps don't send a language.
 */
export function signInNotice(today: Day, { site, publicUrl }: Pick<Calendar, 'site' | 'publicUrl'>): string {
	const start = new Date(dayStartMs(today));
	const url = `${publicUrl}${pagePath.me('participated')}`;
	const calendar = newCalendar({ name: site, site, publicUrl, refreshHours });
	calendar.createEvent({
		id: `sign-in@${new URL(publicUrl).host}`,
		start,
		allDay: true,
		stamp: start,
		summary: `Sign in to ${site} again · 请重新登录 ${site}`,
		description: `To see your events here, sign in again. They come back when this calendar is next updated.\n重新登录后，下次更新日历时就能看到你的活动。\n\n${url}`,
		url,
	});
	return textOf(calendar);
}
