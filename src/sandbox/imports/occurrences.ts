/** Computes the occurrences of a recurring event. Converts all dates to the zone of its start, to compare them. */
import ICAL from 'ical.js';
import { dayOf, msOf, startOfDay, timeOf } from '../dates.ts';
import { type Component, oneLine, type Property, propertiesOf, propertyOf } from './components.ts';
import {
	type EventTimes,
	example,
	type Moment,
	momentOf,
	momentsOf,
	readMoment,
	type TimesContext,
	timeIn,
	timesOf,
} from './event-times.ts';

/** An event with its modified occurrences. */
export interface Series {
	/** Null if the file has only modified occurrences. */
	master: Component | null;
	exceptions: Component[];
}

export interface Occurrence {
	event: Component;
	/** Null without a readable start. */
	times: EventTimes | null;
	/** Identifies the occurrence within the series; empty for a single event. */
	name: string;
}

/** Maximum number of occurrences to read of a series, besides those that the file modifies. */
const maxOccurrences = 200;

const lengthOf = ({ begin, end }: EventTimes): number => (end === null ? 0 : msOf(end) - msOf(begin));

/** A moment in the series' zone: midnight if the series has whole days. A day without a time gets the series' time. */
function timeInSeries(moment: Moment, { begin, zone, isAllDay }: EventTimes): string {
	// Programs write a day as midnight in UTC, wherever they are.
	const isMidnight = moment.time.endsWith(' 00:00:00');
	if (isAllDay) return startOfDay(dayOf(isMidnight ? moment.time : timeIn(moment, zone)));
	return moment.isDay ? `${dayOf(moment.time)}${begin.slice(10)}` : timeIn(moment, zone);
}

const nameOf = (time: string, { isAllDay }: Pick<EventTimes, 'isAllDay'>): string =>
	isAllDay ? dayOf(time) : time.replace(' ', 'T');

const toLibrary = (time: string, times: EventTimes) =>
	ICAL.Time[times.isAllDay ? 'fromDateString' : 'fromDateTimeString'](nameOf(time, times));

const fromLibrary = (time: InstanceType<typeof ICAL.Time>): string =>
	time.isDate ? startOfDay(time.toString()) : time.toString().slice(0, 19).replace('T', ' ');

/** Last moment of a rule. If UNTIL is a day, the whole day counts. */
function untilOf(property: Property, times: EventTimes, context: TimesContext): string | null {
	const [, value] = /(?:^|;)\s*UNTIL\s*=\s*([^;]*)/i.exec(property.value) ?? [];
	if (value === undefined) return null;
	const moment = readMoment(value, { ...property, parameters: new Map() }, context);
	if (moment === null) {
		context.note(`without the UNTIL of a rule, which can't be read: write UNTIL=20261218`, example(property));
		return null;
	}
	if (times.isAllDay && /(?:000000|235959)Z?$/i.test(value)) return startOfDay(dayOf(moment.time));
	return moment.isDay && !times.isAllDay ? `${dayOf(moment.time)} 23:59:59` : timeInSeries(moment, times);
}

/** The dates of a rule; null if they can't be computed. */
function ruleDates(property: Property, times: EventTimes, context: TimesContext) {
	const parts = property.value.toUpperCase().replaceAll(/\s/g, '').split(';');
	const [, scale = 'GREGORIAN'] = parts.join(';').match(/(?:^|;)RSCALE=([^;]*)/) ?? [];
	if (scale !== 'GREGORIAN') {
		context.note(
			`repeats in the calendar ${oneLine(scale, 20)}, which can't be computed: only its first date is read`,
			example(property),
		);
		return null;
	}
	const known = parts
		.map((part) => part.replaceAll(/(?<=[=,]),+|,+$/g, ''))
		.filter((part) => /^(?!RSCALE|SKIP|UNTIL|X-)\w+=./.test(part));
	try {
		const rule = ICAL.Recur.fromString(known.join(';'));
		const until = untilOf(property, times, context);
		if (until !== null) rule.until = toLibrary(until, times);
		const dates = () => rule.iterator(toLibrary(times.begin, times));
		// The start is an occurrence (RFC 5545 §3.3.10), even if it isn't one of the rule's dates, and counts toward COUNT.
		if (rule.count !== null && rule.count > 1 && fromLibrary(dates().next()) !== times.begin) rule.count -= 1;
		return dates();
	} catch {
		context.note(
			`repeats by a rule that can't be read, only its first date is: write RRULE:FREQ=WEEKLY;COUNT=10`,
			example(property),
		);
		return null;
	}
}

type Dates = NonNullable<ReturnType<typeof ruleDates>>;

const isOver = (time: string, times: EventTimes, { days }: TimesContext): boolean =>
	timeOf(msOf(time) + lengthOf(times)) < startOfDay(days.first);

/** The dates of a rule up to the last day, without those that are over. */
function* currentDates(rule: Dates, times: EventTimes, context: TimesContext): Generator<string> {
	const { days, note } = context;
	let found = 0;
	// `next()` returns null at the end, despite the library's types.
	for (let next = rule.next() as ReturnType<Dates['next']> | null; next; next = rule.next()) {
		const time = fromLibrary(next);
		if (isOver(time, times, context)) continue;
		if (dayOf(time) > days.last) return note(`continues after ${days.last}`);
		if (found === maxOccurrences) return note(`continues after ${maxOccurrences} occurrences`);
		found += 1;
		yield time;
	}
}

/** The times that EXDATE excludes, and the days that it excludes as a whole. */
function excludedOf(master: Component, times: EventTimes, dates: Set<string>, context: TimesContext) {
	const excluded = momentsOf(propertiesOf(master, 'EXDATE'), context).flatMap(({ moment }) => {
		// A time without a zone may be the series' or the city's local time.
		const exact = [moment, { ...moment, zone: moment.zone ?? context.city }].map((each) =>
			timeInSeries(each, times),
		);
		// Midnight stands for the whole day, unless the series begins at midnight.
		const isMidnight = moment.time.endsWith(' 00:00:00') && !times.begin.endsWith(' 00:00:00');
		const isDay = moment.isDay || (isMidnight && !exact.some((time) => dates.has(time)));
		return isDay && !times.isAllDay ? [dayOf(moment.time)] : exact;
	});
	return new Set(excluded);
}

/** An occurrence that the file modifies. */
interface Modified extends Occurrence {
	/** Its time according to the series; empty if unreadable. */
	key: string;
	/** Whether the file modifies all later occurrences likewise. */
	isRange: boolean;
}

/** @param times of the series; null if unknown */
function readModified(event: Component, times: EventTimes | null, context: TimesContext): Modified {
	const id = momentOf(event, 'RECURRENCE-ID', context);
	const key = id === null ? '' : times === null ? id.time : timeInSeries(id, times);
	const range = propertyOf(event, 'RECURRENCE-ID')?.parameters.get('RANGE') ?? '';
	return {
		event,
		times: timesOf(event, context),
		name: id === null ? '' : nameOf(key, times ?? { isAllDay: id.isDay }),
		key,
		isRange: /^THISANDFUTURE$/i.test(range),
	};
}

/** The occurrences between the context's days. Returns a single event whatever its date. */
export function* occurrencesOf({ master, exceptions }: Series, context: TimesContext): Generator<Occurrence> {
	const times = master && timesOf(master, context);
	const modified = exceptions.map((event) => readModified(event, times, context));
	// Of several modifications with the same date, the last wins.
	yield* new Map(modified.map((each) => [each.name, each])).values();
	if (master === null) return;
	if (times === null) yield { event: master, times, name: '' };
	else yield* unmodifiedOf(master, times, modified, context);
}

/** The occurrences of a series that the file doesn't modify one by one. */
function* unmodifiedOf(
	master: Component,
	times: EventTimes,
	modified: readonly Modified[],
	context: TimesContext,
): Generator<Occurrence> {
	const ruleProperties = propertiesOf(master, 'RRULE');
	const rules = ruleProperties.flatMap((rule) => ruleDates(rule, times, context) ?? []);
	const added = momentsOf(propertiesOf(master, 'RDATE'), context);
	const isModified = new Set(modified.map(({ key }) => key));
	if (rules.length === 0 && added.length === 0) {
		const name = ruleProperties.length === 0 ? '' : nameOf(times.begin, times);
		if (!isModified.has(times.begin)) yield { event: master, times, name };
		return;
	}
	/** Dates that the file adds (RDATE), each with its length if the file gives one. */
	const periods = new Map(added.map(({ moment, length }) => [timeInSeries(moment, times), length]));
	const isEnded = rules.some(({ rule: { until } }) => until && fromLibrary(until) < times.begin);
	// The start is the first date, even if it isn't one of the rule's (RFC 5545 §3.8.2.4).
	const isFirst = rules.length === 0 || (!isEnded && dayOf(times.begin) <= context.days.last);
	const dates = new Set([
		...(isFirst ? [times.begin] : []),
		...periods.keys(),
		...rules.flatMap((rule) => [...currentDates(rule, times, context)]),
	]);
	const excluded = excludedOf(master, times, dates, context);
	const isLeftOut = (time: string) =>
		[time, dayOf(time)].some((each) => excluded.has(each)) || isModified.has(time);
	const kept = [...dates].filter((time) => !isLeftOut(time) && !isOver(time, times, context)).toSorted();
	if (kept.length > maxOccurrences) context.note(`continues after ${maxOccurrences} occurrences`);
	const ranges = modified
		.filter((each) => each.isRange && each.times !== null)
		.toSorted((a, b) => (a.key < b.key ? -1 : 1));
	for (const time of kept.slice(0, maxOccurrences)) {
		const range = ranges.findLast(({ key }) => key < time);
		const model = range?.times ?? times;
		const begin = timeOf(msOf(time) + (range?.times ? msOf(range.times.begin) - msOf(range.key) : 0));
		const length = (range === undefined && periods.get(time)) || lengthOf(model);
		const end = model.end === null && length === 0 ? null : timeOf(msOf(begin) + length);
		yield { event: range?.event ?? master, times: { ...model, begin, end }, name: nameOf(time, times) };
	}
}
