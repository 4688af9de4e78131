/**
 * Reads an iCalendar file (RFC 5545, with the images of RFC 7986) into a city's events. The file is
 * untrusted, so everything is bounded.
 */
import vm from 'node:vm';
import ICAL from 'ical.js';
import type { ListedType } from '../../contract/spec/filters.ts';
import { addDays, dayOf, instantOf, isZone, startOfDay, wallClockAt } from '../dates.ts';
import {
	addTo,
	type Component,
	messageOf,
	oneLine,
	openCalendar,
	type Series,
	textOf,
	titleOf,
} from './calendar-file.ts';

export interface ImportedEvent {
	uid: string;
	/** Identifies the occurrence of a recurring event; empty for a single one. */
	occurrence: string;
	title: string;
	content: string;
	/** In the city's zone. The end equals the start if the file gives none. */
	begin: string;
	end: string;
	/** Days without hours: from midnight to midnight. */
	isAllDay: boolean;
	address: string;
	/** `<latitude> <longitude>`; `0 0` if unknown. */
	geo: string;
	/** Null without a name: an e-mail address should not be published. */
	organizer: string | null;
	type: ListedType;
	/** http(s) URLs. */
	image: string | null;
	page: string | null;
}

/** Titles of events by remark. */
export type Remarks = Map<string, string[]>;

export interface CalendarReading {
	name: string | null;
	zone: string;
	events: ImportedEvent[];
	/** Of all events in the file, including those left out. */
	uids: ReadonlySet<string>;
	/** Events that are left out, by reason. */
	leftOut: Remarks;
	/** Events that differ from the file, by remark. */
	notes: Remarks;
}

export interface ReadingOptions {
	/** The city's zone; null for the file's, or `otherZone` if it has none. */
	zone: string | null;
	otherZone: string;
	now: number;
	/** The type of an event described by these texts, of which the most relevant come first. */
	typeOf(texts: readonly string[]): ListedType;
}

type Note = (what: string) => void;

const maxEvents = 5_000;
/** Characters, and number of categories. */
const longest = { content: 20_000, address: 300, name: 100, url: 2_000, categories: 20 } as const;
/** How many days ago events may have ended, and how many days ahead recurring events are expanded. */
const [daysBack, daysAhead] = [30, 180];

/** The event is not imported; the message says why. */
class LeftOut extends Error {}

const maxSeconds = { file: 60, series: 5 } as const;

const context: { work?: () => unknown } = vm.createContext({});
const script = new vm.Script('work()');

/**
 * Runs work that may never end inside the library, as with a rule for every 30 February. @throws Error after
 * some seconds
 */
function withinSeconds<Result>(seconds: number, work: () => Result): Result {
	try {
		context.work = work;
		return script.runInContext(context, { timeout: seconds * 1_000 }) as Result;
	} catch (error) {
		if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
		throw new Error(`reading takes more than ${seconds} seconds`, { cause: error });
	}
}

/** @throws Error if this isn't an iCalendar file, has no events, or would take too long */
export function readCalendar(text: string, options: ReadingOptions): CalendarReading {
	return withinSeconds(maxSeconds.file, () => readEvents(text, options));
}

function readEvents(
	text: string,
	{ zone: chosenZone, otherZone, now, typeOf }: ReadingOptions,
): CalendarReading {
	const file = openCalendar(text);
	if (file.series.size === 0) throw new Error('the calendar has no readable event');
	const zone = chosenZone ?? (isZone(file.zone) ? file.zone : otherZone);
	const today = dayOf(wallClockAt(now, zone));
	const days = { first: addDays(today, -daysBack), last: addDays(today, daysAhead) };
	const events: ImportedEvent[] = [];
	const leftOut: Remarks = file.unreadable;
	const notes: Remarks = new Map();

	const read = (uid: string, occurrence: Occurrence): ImportedEvent => {
		const { component } = occurrence;
		const title = titleOf(component);
		const noted = new Set<string>();
		const note = (what: string) => noted.add(what);
		if (/^CANCELLED$/i.test(textOf(component, 'status'))) throw new LeftOut('canceled');
		if (!/^(?:PUBLIC)?$/i.test(textOf(component, 'class'))) throw new LeftOut('private');
		if (title === '') throw new LeftOut('without a title');
		const { begin, end } = timesOf(occurrence, zone, note);
		if (end < startOfDay(days.first)) throw new LeftOut(`ended more than ${daysBack} days ago`);
		if (events.length === maxEvents) throw new LeftOut(`beyond the first ${maxEvents}`);
		const categories = component.getAllProperties('categories').flatMap((each) => each.getValues());
		const event: ImportedEvent = {
			uid,
			occurrence: occurrence.name,
			title,
			content: contentOf(component, note),
			begin,
			end,
			isAllDay: occurrence.start.isDate,
			address: addressOf(component),
			geo: geoOf(component),
			organizer: organizerOf(component),
			type: typeOf([oneLine(categories.slice(0, longest.categories).join(' '), longest.address), title]),
			image: imageOf(component, note),
			page: urlOf(textOf(component, 'url')),
		};
		for (const what of noted) addTo(notes, what, title);
		return event;
	};

	for (const [uid, series] of file.series) {
		const { master, exceptions } = series;
		const title = [master, ...exceptions].flatMap((each) => (each && titleOf(each)) || [])[0] ?? '';
		const add = (occurrence: Occurrence) => {
			try {
				events.push(read(uid, occurrence));
			} catch (error) {
				if (!(error instanceof LeftOut)) throw error;
				addTo(leftOut, error.message, titleOf(occurrence.component));
			}
		};
		try {
			const count = withinSeconds(maxSeconds.series, () => {
				let occurrences = 0;
				for (const occurrence of occurrencesOf(series, days, (what) => addTo(notes, what, title))) {
					occurrences += 1;
					add(occurrence);
				}
				return occurrences;
			});
			if (count === 0) addTo(leftOut, `not taking place from ${days.first} to ${days.last}`, title);
		} catch (error) {
			addTo(leftOut, `cannot be read: ${messageOf(error)}`, title);
		}
	}
	for (const [kind, count] of file.others)
		for (let index = 0; index < count; index += 1) addTo(leftOut, `${oneLine(kind, 20)}, not an event`, '');
	const name = oneLine(file.name, longest.name);
	return { name: name || null, zone, events, uids: new Set(file.series.keys()), leftOut, notes };
}

type Time = InstanceType<typeof ICAL.Time>;

interface Occurrence {
	component: Component;
	start: Time;
	end: Time;
	/** Identifies the occurrence within the series; empty for a single event. */
	name: string;
}

/** Maximum number of occurrences per series. */
const maxOccurrences = 200;
/** Maximum number of skipped past occurrences: a daily series of 50 years has 18,000. */
const maxPassedOver = 50_000;

/** The time in its own zone; null if invalid, which the library represents as NaN. */
function writtenTime({ year, month, day, hour, minute, second }: Time): string | null {
	const pad = (value: number, length = 2) => String(value).padStart(length, '0');
	const text = `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
	return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : null;
}

/**
 * @param limits first and last day on which recurring occurrences may start; single events are returned
 * regardless
 * @param note reports occurrences beyond the limits
 * @throws Error for a rule that the library rejects, or one with too many occurrences
 */
function* occurrencesOf(
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
	// Null at the end, despite the library's types.
	for (let time = all.next() as Time | null; time; time = all.next() as Time | null) {
		const day = dayOf(writtenTime(time) ?? '');
		if (day < first) {
			passedOver += 1;
			if (passedOver > maxPassedOver) throw new Error(`more than ${maxPassedOver} occurrences`);
			continue;
		}
		if (day > last) return note(`continues after ${last}`);
		if (returned === maxOccurrences) return note(`continues after ${maxOccurrences} occurrences`);
		returned += 1;
		const { item, startDate, endDate } = event.getOccurrenceDetails(time);
		yield { component: item.component, start: startDate, end: endDate, name: time.toString() };
	}
}

/** Start and end in the city's zone. Times without a zone are already in it (RFC 5545 §3.3.5). */
function timesOf(
	{ component, start, end }: Occurrence,
	zone: string,
	note: Note,
): { begin: string; end: string } {
	const inCity = (time: Occurrence['start'], property: string): string | null => {
		const written = writtenTime(time);
		if (written === null || time.isDate) return written;
		const named = component.getFirstProperty(property)?.getParameter('tzid');
		const zoneId = typeof named === 'string' ? named : null;
		if (zoneId !== null && isZone(zoneId)) return wallClockAt(instantOf(written, zoneId), zone);
		// UTC, or a zone defined in the file.
		if (time.zone.tzid !== 'floating') return wallClockAt(time.toUnixTime() * 1_000, zone);
		if (zoneId !== null) note(`in an unknown zone, read as ${zone}`);
		return written;
	};
	const begin = start && inCity(start, 'dtstart');
	if (begin === null) throw new LeftOut('without a readable start');
	const given = end && inCity(end, component.hasProperty('dtend') ? 'dtend' : 'dtstart');
	if (given !== null && given > begin) return { begin, end: given };
	note('without an end');
	return { begin, end: begin };
}

function contentOf(component: Component, note: Note): string {
	const content = textOf(component, 'description').toWellFormed();
	if (content.length > longest.content) note(`with the text cut off after ${longest.content} characters`);
	return content.slice(0, longest.content).toWellFormed();
}

/** The place on one line: programs write name, street and city on separate lines. */
function addressOf(component: Component): string {
	const lines = textOf(component, 'location').split('\n');
	return oneLine(lines.flatMap((line) => line.trim() || []).join(', '), longest.address);
}

function geoOf(component: Component): string {
	const value: unknown = component.getFirstPropertyValue('geo');
	const [latitude = Number.NaN, longitude = Number.NaN] = Array.isArray(value) ? value.map(Number) : [];
	const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
	return isOnEarth ? `${latitude.toFixed(6)} ${longitude.toFixed(6)}` : '0 0';
}

function organizerOf(component: Component): string | null {
	const name = component.getFirstProperty('organizer')?.getParameter('cn');
	const line = typeof name === 'string' ? oneLine(name, longest.name) : '';
	return line === '' || line.includes('@') ? null : line;
}

function urlOf(text: string): string | null {
	const url = text.length <= longest.url ? URL.parse(text.trim()) : null;
	return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The image property (RFC 7986 §5.10), or an attached image, as older programs write it. */
function imageOf(component: Component, note: Note): string | null {
	const attached = component
		.getAllProperties('attach')
		.filter((each) => /^image\//i.test(String(each.getParameter('fmttype'))));
	const images = [...component.getAllProperties('image'), ...attached];
	const url = images.flatMap((each) => urlOf(String(each.getFirstValue())) ?? [])[0];
	if (url === undefined && images.length > 0) note('with an image that is not at an http(s) URL');
	return url ?? null;
}
