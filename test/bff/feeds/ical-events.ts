import ICAL from 'ical.js';
import { calendarOf } from '../../../src/bff/feeds/calendar.ts';

/** The events of a calendar, read by a parser that is independent of the one that wrote it. */
export const icalEvents = (text: string): ICAL.Event[] =>
	new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0])
		.getAllSubcomponents('vevent')
		.map((component) => new ICAL.Event(component));

type Written = Parameters<typeof calendarOf>;

export const writeCalendar = (info: Written[0], entries: Written[1]): Promise<string> =>
	calendarOf(info, entries, async (work) => work());
