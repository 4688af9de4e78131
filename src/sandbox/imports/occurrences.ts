/** When the events of a calendar take place: each occurrence of a recurring one, within bounds. */
import ICAL from 'ical.js';
import { dayOf } from '../dates.ts';
import type { Component, Series } from './calendar-file.ts';

type Time = InstanceType<typeof ICAL.Time>;

export interface Occurrence {
	component: Component;
	start: Time;
	end: Time;
	/** Which occurrence of the series; empty for an event that does not recur. */
	name: string;
}

/** Occurrences of one series. */
const maxOccurrences = 200;
/** Occurrences before the first day: a daily one of 50 years has 18,000. */
const maxPassedOver = 50_000;

/** The time as its own clocks show it; null for nonsense, of which the library makes NaN. */
export function writtenTime({ year, month, day, hour, minute, second }: Time): string | null {
	const pad = (value: number, length = 2) => String(value).padStart(length, '0');
	const text = `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
	return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : null;
}

/**
 * @param first and `last`: days on which occurrences of a recurring event begin; others are returned whatever their day
 * @param note is called where there are more occurrences than are returned
 * @throws Error for a rule that the library does not take, or one with too many occurrences
 */
export function* occurrencesOf(
	{ master, exceptions }: Series,
	{ first, last }: { first: string; last: string },
	note: (what: string) => void,
): Generator<Occurrence> {
	const single = (component: Component): Occurrence => {
		const event = new ICAL.Event(component, { exceptions: [] });
		const name = component === master ? '' : event.recurrenceId.toString();
		return { component, start: event.startDate, end: event.endDate, name };
	};
	const event = master === null ? null : new ICAL.Event(master, { exceptions });
	if (event === null || !event.isRecurring()) {
		for (const component of master === null ? exceptions : [master, ...exceptions]) yield single(component);
		return;
	}
	const all = event.iterator();
	let [passedOver, returned] = [0, 0];
	// Null at the end, whatever the types of the library say.
	for (let time = all.next() as Time | null; time; time = all.next() as Time | null) {
		const day = dayOf(writtenTime(time) ?? '');
		if (day < first) {
			passedOver += 1;
			if (passedOver > maxPassedOver) throw new Error(`more than ${maxPassedOver} occurrences`);
			continue;
		}
		if (day > last) return note(`going on after ${last}`);
		if (returned === maxOccurrences) return note(`going on after ${maxOccurrences} occurrences`);
		returned += 1;
		const { item, startDate, endDate } = event.getOccurrenceDetails(time);
		yield { component: item.component, start: startDate, end: endDate, name: time.toString() };
	}
}
