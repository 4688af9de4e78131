/** Writes events as iCalendar (RFC 5545). Times are in UTC if EVENTS_TIME_ZONE is set, else floating (§3.3.5). */
import ical, {
	escape as escapeText,
	foldLines,
	ICalAlarmType,
	type ICalCalendar,
	ICalEvent,
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
import { mapInTurns, type WorkQueue } from '../fairness/work-queue.ts';
import { numericTimes } from './feed-documents.ts';

export const refreshHours = 6;

/** How long before the start the reminder comes, so that there is time to get there. */
const alarmSeconds = 2 * 3_600;

/** SEQUENCE is the time of the last change, in seconds since this time, so it grows even if the BFF forgets changes. */
const sequenceEpochMs = Date.parse('2020-01-01T00:00:00Z');

export interface CalendarEntry {
	event: Event;
	isTentative?: boolean;
	/** The person is going: the event shows as busy time, with a reminder. */
	isGoing?: boolean;
	isCanceled?: boolean;
	/** When the event last changed, in milliseconds since 1970; undefined if unknown. */
	changedAt?: number | undefined;
}

interface CalendarInfo {
	name: string;
	site: string;
	publicUrl: string;
	/** How often programs should read the calendar again. Undefined for a file with one event. */
	refreshHours?: number;
	/** IANA name; null for floating times. */
	timeZone: string | null;
	/** When the events were read, in milliseconds since 1970. Used for entries without `changedAt`. */
	stamp: number;
}

/** A calendar must have a component (RFC 5545 §3.6): a calendar without events has this one. */
const utc =
	'BEGIN:VTIMEZONE TZID:UTC BEGIN:STANDARD DTSTART:19700101T000000 TZOFFSETFROM:+0000 TZOFFSETTO:+0000 END:STANDARD END:VTIMEZONE '.replaceAll(
		' ',
		'\r\n',
	);

const emptyCalendar = (name: string, site: string, hours?: number) =>
	ical({
		prodId: { company: site, product: site, language: 'EN' },
		// The library doesn't escape the name.
		name: escapeText(name, false),
		...(hours === undefined ? {} : { ttl: hours * 3_600 }),
	});

/** Returns a date whose UTC fields are the time to write, as the library expects. */
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

function writeEvent(
	entry: CalendarEntry,
	calendar: ICalCalendar,
	{ publicUrl, timeZone, stamp }: CalendarInfo,
): string {
	const { event, isTentative, isGoing, isCanceled, changedAt = stamp } = entry;
	const { CANCELLED, TENTATIVE, CONFIRMED } = ICalEventStatus;
	const times = timesOf(event, timeZone);
	if (times === null) return '';
	const { id, title, geo } = event;
	const isBusy = isGoing && !isCanceled && times.allDay !== true;
	// The page of a canceled event is gone.
	const url = isCanceled ? '' : `${publicUrl}${pagePath.event(id)}`;
	const hours = times.allDay && !isAllDay(event) ? numericTimes(event) : '';
	const place = placeOf(event);
	const alarm = { type: ICalAlarmType.display, trigger: alarmSeconds, description: title } as const;
	const data: ICalEventData = {
		id: `event-${encodeURIComponent(id)}@${new URL(publicUrl).host}`,
		...times,
		stamp: new Date(changedAt),
		lastModified: new Date(changedAt),
		sequence: Math.floor((changedAt - sequenceEpochMs) / 1_000),
		summary: title,
		description: [hours, plainText(event.content), url].filter((text) => text !== '').join('\n\n') || null,
		url,
		status: isCanceled ? CANCELLED : isTentative ? TENTATIVE : CONFIRMED,
		transparency: isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
		alarms: isBusy ? [alarm] : [],
		location: place && { title: place, ...(geo && { geo: { lat: geo.latitude, lon: geo.longitude } }) },
	};
	return foldLines(new ICalEvent(data, calendar).toString());
}

/** Writes a calendar of the events that have a start, in turns: a thousand events take 150 ms. */
export async function calendarOf(
	info: CalendarInfo,
	entries: readonly CalendarEntry[],
	runInTurn: WorkQueue,
): Promise<string> {
	const calendar = emptyCalendar(info.name, info.site, info.refreshHours);
	const events = await mapInTurns(runInTurn, entries, (entry) => writeEvent(entry, calendar, info));
	const end = 'END:VCALENDAR';
	return `${calendar.toString().replace(end, '')}${events.join('') || utc}${end}\r\n`;
}

/** Writes a calendar that asks the person to sign in. After an error, calendar apps would show an outdated calendar. */
export function signInNotice(
	today: Day,
	locale: Locale,
	{ site, publicUrl }: Pick<CalendarInfo, 'site' | 'publicUrl'>,
): string {
	const start = new Date(dayStartMs(today));
	const url = `${publicUrl}${pagePath.me('participated')}`;
	const { words_calendar_sign_in: summary, words_calendar_sign_in_text: text } = words[locale];
	const calendar = emptyCalendar(site, site, refreshHours);
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
	return `${calendar}\r\n`;
}
