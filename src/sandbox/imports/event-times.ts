/** Reads an event's start, end and other moments, in the forms that programs write. */
import ICAL from 'ical.js';
import { addDays, dayMs, dayOf, isDay, msOf, startOfDay, timeOf } from '../dates.ts';
import { type Component, oneLine, type Property, propertyOf } from './components.ts';
import { utc, type Zone } from './zones.ts';

export interface Moment {
	/** `YYYY-MM-DD HH:MM:SS`; a day's midnight if it has no time. */
	time: string;
	isDay: boolean;
	/** Null for a day, and for a time without a zone. */
	zone: Zone | null;
}

/** Notes what the import drops, guesses or changes. @param example from the file */
export type Note = (what: string, example?: string) => void;

export interface TimesContext {
	zoneNamed(name: string): Zone | null;
	/** The city's zone and its name. */
	city: Zone;
	cityZone: string;
	/** First and last day to read. */
	days: { first: string; last: string };
	note: Note;
}

export interface EventTimes {
	begin: string;
	/** Null if the file gives none. */
	end: string | null;
	/** Whether begin and end are whole days. */
	isAllDay: boolean;
	/** The zone of both times. */
	zone: Zone;
}

const dateForm =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(?:(\d{1,2}):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

export const example = ({ line }: Property): string => `line ${line.number}: ${oneLine(line.text, 80)}`;

/** A value of a property with dates; null if unreadable. */
export function readMoment(
	value: string,
	property: Property,
	{ zoneNamed, cityZone, note }: TimesContext,
): Moment | null {
	const [, year, month, day, hour, minute, second = '00', offset] =
		dateForm.exec(value.trim().replaceAll('"', '')) ?? [];
	const date = `${year}-${month}-${day}`;
	if (!isDay(date)) return null;
	const isDate = property.parameters.get('VALUE')?.toUpperCase() === 'DATE';
	if (hour === undefined || minute === undefined || (isDate && /^0+$/.test(hour + minute + second)))
		return { time: startOfDay(date), isDay: true, zone: null };
	const ms = ((Number(hour) * 60 + Number(minute)) * 60 + Math.min(Number(second), 59)) * 1_000;
	if (ms > dayMs || Number(minute) > 59) return null;
	const time = timeOf(msOf(startOfDay(date)) + ms);
	if (isDate) note('with a time although VALUE=DATE says a day: the time was used', example(property));
	const name = property.parameters.get('TZID') ?? '';
	if (offset !== undefined) {
		const isUtc = /^z$/i.test(offset);
		if (isUtc && name !== '' && zoneNamed(name) !== utc)
			note(`with a time zone and a Z, which means UTC: read as UTC`, example(property));
		return { time, isDay: false, zone: isUtc ? utc : zoneNamed(offset) };
	}
	const zone = name === '' ? null : zoneNamed(name);
	if (name !== '' && zone === null) note(`in an unknown zone, read as ${cityZone}`, example(property));
	if (zone?.guess !== undefined)
		note(`in a zone whose short name means several, read as ${zone.guess}`, example(property));
	return { time, isDay: false, zone };
}

/** A moment's time in another zone. A moment without a zone is taken to be in that zone. */
export const timeIn = ({ time, zone }: Moment, other: Zone): string =>
	zone === null || zone === other ? time : other.toTime(zone.toInstant(time));

const advice = 'write it as 20261205T190000, or 20261205 for a whole day';

/** The value of a property; null if it is missing or unreadable. */
export function momentOf(event: Component, name: string, context: TimesContext): Moment | null {
	const property = propertyOf(event, name);
	if (property === undefined) return null;
	const moment = readMoment(property.value, property, context);
	// An event whose start can't be read is left out, which says why.
	if (moment === null && name !== 'DTSTART')
		context.note(`without the ${name}, which can't be read: ${advice}`, example(property));
	return moment;
}

/** All readable values of properties such as EXDATE. A period is its start, with its length in milliseconds. */
export function momentsOf(
	properties: readonly Property[],
	context: TimesContext,
): { moment: Moment; length: number | null }[] {
	return properties.flatMap((property) =>
		property.value.split(/[,;]/).flatMap((value) => {
			const [start = '', period = ''] = value.split('/');
			const moment = readMoment(start, property, context);
			const end = readMoment(period, property, context);
			const length = end && moment && Math.max(0, msOf(end.time) - msOf(moment.time));
			if (moment !== null) return { moment, length: length ?? durationMs(period) };
			context.note(`without a date of ${property.name}, which can't be read: ${advice}`, example(property));
			return [];
		}),
	);
}

/** The length of a duration in milliseconds; null if unreadable or not positive. */
function durationMs(text: string): number | null {
	try {
		const ms = ICAL.Duration.fromString(text.trim()).toSeconds() * 1_000;
		return ms > 0 ? ms : null;
	} catch {
		return null;
	}
}

/** @returns null without a readable start */
export function timesOf(event: Component, context: TimesContext): EventTimes | null {
	const start =
		momentOf(event, 'DTSTART', context) ??
		(propertyOf(event, 'DTSTART') ? null : momentOf(event, 'RECURRENCE-ID', context));
	if (start === null) return null;
	const zone = start.zone ?? context.city;
	const begin = start.time;
	const end = endOf(event, begin, { zone, isAllDay: start.isDay }, context);
	if (!start.isDay) return { begin, end, zone, isAllDay: false };
	const days = end === null ? 1 : Math.max(1, Math.ceil((msOf(end) - msOf(begin)) / dayMs));
	return { begin, end: startOfDay(addDays(dayOf(begin), days)), zone, isAllDay: true };
}

/** The end in the start's zone; null unless it is after `begin`. */
function endOf(
	event: Component,
	begin: string,
	{ zone, isAllDay }: Pick<EventTimes, 'zone' | 'isAllDay'>,
	context: TimesContext,
): string | null {
	const { note } = context;
	const given = momentOf(event, 'DTEND', context);
	if (given !== null) {
		// An end without a zone is in the city's zone if the start is in UTC, else in the start's zone.
		const isLocal = given.zone === null && !given.isDay && zone === utc;
		const end = timeIn(isLocal ? { ...given, zone: context.city } : given, zone);
		if (given.isDay !== isAllDay)
			note('with a day and a time as start and end', example(propertyOf(event, 'DTEND') as Property));
		if (end > begin) return end;
		if (end < begin) note('with an end before the start', example(propertyOf(event, 'DTEND') as Property));
		return null;
	}
	const duration = propertyOf(event, 'DURATION');
	if (duration === undefined) return null;
	const ms = durationMs(duration.value);
	if (ms === null)
		note(`without the DURATION, which can't be read: write PT2H for two hours`, example(duration));
	return ms === null ? null : timeOf(msOf(begin) + ms);
}
