/**
 * Reads an iCalendar file (RFC 5545, with the images of RFC 7986), as real programs write it, into a city's events.
 * The file is untrusted, so everything is bounded.
 */
import vm from 'node:vm';
import type { ListedType } from '../../contract/spec/filters.ts';
import { addDays, dayOf, startOfDay, wallClockAt } from '../dates.ts';
import { decodeLines, type Line } from './calendar-lines.ts';
import { type Component, oneLine, propertyOf, readComponents, textOf } from './components.ts';
import {
	addressOf,
	categoriesOf,
	contentOf,
	geoOf,
	imageOf,
	nameOf,
	organizerOf,
	type PlainText,
	titleOf,
	urlOf,
} from './event-fields.ts';
import { example, type TimesContext } from './event-times.ts';
import { type Identified, identify } from './group-by-uid.ts';
import { type Occurrence, occurrencesOf } from './occurrences.ts';
import { findZones, zoneNameOf } from './zones.ts';

export interface ImportedEvent {
	uid: string;
	/** Distinguishes occurrences of a recurring event, and events that share their UID; empty for a single one. */
	occurrence: string;
	title: string;
	content: string;
	/** In the city's zone. The end equals the start if the file gives none. */
	begin: string;
	end: string;
	/** Whether the event lasts whole days. Begin and end are then midnights. */
	isAllDay: boolean;
	address: string;
	/** `<latitude> <longitude>`; `0 0` if unknown. */
	geo: string;
	/** Null if the file has no name. */
	organizer: string | null;
	type: ListedType;
	/** http(s) URLs. */
	image: string | null;
	page: string | null;
}

/** Examples by remark: titles of events, with the number of the file's line if the remark is about a line. */
export type Remarks = Map<string, string[]>;

export interface CalendarReading {
	name: string | null;
	zone: string;
	events: ImportedEvent[];
	/** Events that are left out, by reason. */
	leftOut: Remarks;
	/** UIDs of those events in `leftOut` that could not be read. */
	lost: string[];
	/** Events that the file cancels or marks as private: their UIDs, or UID, line break and occurrence. */
	withdrawn: Set<string>;
	/** Events that differ from the file, by remark. */
	notes: Remarks;
}

export interface ReadingOptions {
	/** The city's zone. If null, the file's zone applies, or `otherZone` if the file names none. */
	zone: string | null;
	otherZone: string;
	/** The encoding, if the server or the user gives one. */
	charset: string | null;
	now: number;
	canBeEmpty?: boolean;
	/** Guesses an event's type from its CATEGORIES, then its title (`bff/search/meanings.json`). */
	typeOf(texts: readonly string[]): ListedType;
	plainText: PlainText;
}

const maxEvents = 5_000;
/** How many days ago events may have ended, and how many days ahead recurring events are expanded. */
const [daysBack, daysAhead] = [30, 180];

/** The event is not imported; the message is the reason. */
class LeftOut extends Error {
	/** Whether the reason is a mistake in the file. */
	readonly isLost: boolean;
	constructor(why: string, isLost = false) {
		super(why);
		this.isLost = isLost;
	}
}

/** Maximum time to read a file, and one of its series. */
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
		throw new Error('reading it takes too long', { cause: error });
	}
}

function addTo(remarks: Remarks, what: string, of: string): void {
	const list = remarks.get(what);
	if (list === undefined) remarks.set(what, [of]);
	else list.push(of);
}

/** @throws Error if this isn't an iCalendar file, has no events, or would take too long */
export function readCalendar(bytes: Uint8Array, options: ReadingOptions): CalendarReading {
	return withinSeconds(maxSeconds.file, () => readEvents(bytes, options));
}

function noteLines(notes: Remarks, what: string, lines: readonly Line[]): void {
	for (const { number, text } of lines) addTo(notes, what, `line ${number}: ${oneLine(text, 80)}`);
}

/** What reading an event needs, and the results to which it adds the event. */
interface Work extends Pick<CalendarReading, 'zone' | 'events' | 'leftOut' | 'lost' | 'withdrawn' | 'notes'> {
	options: ReadingOptions;
	times: Omit<TimesContext, 'note'>;
	/** Events of calendars that cancel all their events. */
	canceled: ReadonlySet<Component>;
}

function leaveOut(work: Work, error: unknown, uid: string, title: string): void {
	if (!(error instanceof LeftOut) || error.isLost) work.lost.push(uid);
	const message = oneLine(error instanceof Error ? error.message : String(error), 100);
	addTo(work.leftOut, error instanceof LeftOut ? error.message : `cannot be read: ${message}`, title);
}

/** Whether the name is of a place, such as `Europe/Berlin`, not UTC or an abbreviation. */
const isPlace = (zone: string | null): boolean => zone !== null && /^(?!Etc\/).*\//.test(zone);

/** The zone that most events name; null if none does. */
function mostUsedZone(events: readonly Component[]): string | null {
	const byName = Map.groupBy(events, (event) => propertyOf(event, 'DTSTART')?.parameters.get('TZID') ?? '');
	const names = [...byName].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => zoneNameOf(name));
	return names.find(isPlace) ?? null;
}

function readEvents(bytes: Uint8Array, options: ReadingOptions): CalendarReading {
	const { calendars, unread, broken } = readComponents(decodeLines(bytes, options.charset));
	const components = calendars.flatMap((calendar) => calendar.components);
	const ofCalendar = (name: string) =>
		textOf({ name, components, properties: calendars.flatMap((each) => each.properties) }, name);
	const events = components.filter(({ name }) => name === 'VEVENT');
	if (events.length === 0 && !options.canBeEmpty)
		throw new Error('the calendar has no event: if that is right, add --force to remove those it had');
	const named = zoneNameOf(ofCalendar('X-WR-TIMEZONE'));
	const given = options.zone ?? (isPlace(named) ? named : null);
	const zone = given ?? mostUsedZone(events) ?? named ?? options.otherZone;
	const zoneNamed = findZones(components.filter(({ name }) => name === 'VTIMEZONE'));
	const city = zoneNamed(zone);
	if (city === null) throw new Error(`the time zone ${zone} is unknown`);
	const today = dayOf(wallClockAt(options.now, zone));
	const days = { first: addDays(today, -daysBack), last: addDays(today, daysAhead) };
	const work: Work = {
		options,
		zone,
		times: { zoneNamed, city, cityZone: zone, days },
		canceled: new Set(
			calendars.flatMap((each) => (/^CANCEL$/i.test(textOf(each, 'METHOD')) ? each.components : [])),
		),
		events: [],
		leftOut: new Map(),
		lost: [],
		withdrawn: new Set(),
		notes: new Map(),
	};
	const { leftOut, notes } = work;
	if (given === null)
		addTo(notes, `in ${zone}, which is guessed: if it is wrong, add --zone, as in --zone Europe/Berlin`, '');
	noteLines(notes, 'lines that belong to nothing, not read', unread);
	const continued = [...broken].map(({ line }) => line);
	noteLines(notes, 'texts with unescaped line breaks, read to their end', continued);
	const noteEvent = (what: string, event: Component) => addTo(notes, what, titleOf(event, options.plainText));
	for (const identified of identify(events, noteEvent)) readSeries(identified, work);
	for (const { name } of components)
		if (name !== 'VEVENT' && name !== 'VTIMEZONE') addTo(leftOut, `${oneLine(name, 20)}, not an event`, '');
	work.events.sort((a, b) => (a.begin < b.begin ? -1 : Number(a.begin > b.begin)));
	return { ...work, name: nameOf(ofCalendar('X-WR-CALNAME')) || null };
}

function readSeries({ uid, part, series }: Identified, work: Work): void {
	const {
		events,
		leftOut,
		notes,
		options,
		times: { days },
	} = work;
	const titles = [series.master ?? [], series.exceptions]
		.flat()
		.map((event) => titleOf(event, options.plainText));
	const title = titles.find((each) => each !== '') ?? '';
	const before = events.length;
	const inherited = series.master === null ? undefined : propertyOf(series.master, 'CLASS');
	if (inherited !== undefined)
		for (const event of series.exceptions)
			if (propertyOf(event, 'CLASS') === undefined) event.properties.push(inherited);
	const withdraw = (event: Component, ...name: string[]) => {
		if (withdrawalOf(event, work) !== null)
			work.withdrawn.add([uid, ...name].filter((each) => each !== '').join('\n'));
	};
	if (series.master !== null) withdraw(series.master, part);
	/** The file's lines by remark, in sets, so that a remark about a series is noted once, not for each occurrence. */
	const noted = new Map<string, Set<string>>();
	const context: TimesContext = {
		...work.times,
		note: (what, line = '') => void noted.set(what, (noted.get(what) ?? new Set()).add(line)),
	};
	const descriptionOf = createDescriber(options, context);
	const add = (occurrence: Occurrence) => {
		const own = titleOf(occurrence.event, options.plainText) || title;
		const name = [part, occurrence.name].filter((each) => each !== '').join(' ');
		if (occurrence.event !== series.master) withdraw(occurrence.event, name);
		try {
			events.push({
				uid,
				occurrence: name,
				title: own,
				...readOccurrence(occurrence, own, work, context),
				...descriptionOf(occurrence.event, own),
			});
		} catch (error) {
			if (!(error instanceof LeftOut)) throw error;
			const start = occurrence.times === null ? propertyOf(occurrence.event, 'DTSTART') : undefined;
			leaveOut(work, error, uid, start === undefined ? own : `${own} (${example(start)})`);
		}
	};
	try {
		let count = 0;
		withinSeconds(maxSeconds.series, () => {
			for (const occurrence of occurrencesOf(series, context)) {
				count += 1;
				add(occurrence);
			}
		});
		if (count === 0) throw new LeftOut(`not taking place from ${days.first} to ${days.last}`);
	} catch (error) {
		leaveOut(work, error, uid, title);
	}
	const isImported = events.length > before;
	// If there is no event, report rules that can't be computed, because they may be the reason.
	for (const [what, examples] of noted)
		for (const line of examples)
			if (isImported || what.startsWith('repeats'))
				addTo(isImported ? notes : leftOut, what, line === '' ? title : `${title} (${line})`);
}

/** Why an event is not to be published; null if it is. */
function withdrawalOf(event: Component, { canceled }: Work): string | null {
	if (canceled.has(event) || /^CANCELL?ED$/i.test(textOf(event, 'STATUS').trim())) return 'canceled';
	return /^(?:PUBLIC)?$/i.test(textOf(event, 'CLASS').trim()) ? null : 'private';
}

/** Returns the times of an occurrence to import. @throws LeftOut */
function readOccurrence(
	occurrence: Occurrence,
	title: string,
	work: Work,
	context: TimesContext,
): Pick<ImportedEvent, 'begin' | 'end' | 'isAllDay'> {
	const { event } = occurrence;
	const { events } = work;
	const { days, note } = context;
	const withdrawal = withdrawalOf(event, work);
	if (withdrawal !== null) throw new LeftOut(withdrawal);
	if (/^TENTATIVE$/i.test(textOf(event, 'STATUS').trim()))
		note('tentative: the file does not say yet that it takes place');
	if (title === '') throw new LeftOut('without a title: add a SUMMARY', true);
	const { begin, end, isAllDay } = cityTimes(occurrence, context);
	if (end < startOfDay(days.first)) throw new LeftOut(`ended more than ${daysBack} days ago`);
	if (events.length === maxEvents) throw new LeftOut(`beyond the first ${maxEvents}`, true);
	return { begin, end, isAllDay };
}

/** Reads the texts that all occurrences share only once: a long series would multiply their memory and time. */
function createDescriber({ plainText, typeOf }: ReadingOptions, context: TimesContext) {
	const describeEvent = (event: Component, title: string) => ({
		content: contentOf(event, plainText, context.note),
		address: addressOf(event, plainText),
		geo: geoOf(event, context),
		organizer: organizerOf(event),
		type: typeOf([categoriesOf(event), title]),
		image: imageOf(event, context.note),
		page: urlOf(textOf(event, 'URL')),
	});
	const known = new Map<Component, ReturnType<typeof describeEvent>>();
	return (event: Component, title: string) => {
		const description = known.get(event) ?? describeEvent(event, title);
		known.set(event, description);
		return description;
	};
}

const unreadableStart =
	'without a readable start: write DTSTART:20261205T190000, or DTSTART;VALUE=DATE:20261205 for a whole day';

/** The times in the city's zone. Times without a zone are already in it (RFC 5545 §3.3.5). */
function cityTimes(
	{ event, times }: Occurrence,
	{ city, note }: TimesContext,
): Pick<ImportedEvent, 'begin' | 'end' | 'isAllDay'> {
	if (times === null) throw new LeftOut(unreadableStart, true);
	const { zone, isAllDay } = times;
	if (isAllDay) return { begin: times.begin, end: times.end ?? times.begin, isAllDay };
	const inCity = (time: string) => (zone === city ? time : city.toTime(zone.toInstant(time)));
	const [begin, end] = [inCity(times.begin), times.end && inCity(times.end)];
	if (end === null || end <= begin) {
		note('without an end');
		return { begin, end: begin, isAllDay };
	}
	const isMarked = /^TRUE$/i.test(textOf(event, 'X-MICROSOFT-CDO-ALLDAYEVENT').trim());
	const [first, last] = isMarked ? [times.begin, times.end ?? ''] : [begin, end];
	const isWhole = first.endsWith(' 00:00:00') && / (?:00:00:00|23:59:\d\d)$/.test(last);
	if (!isWhole) return { begin, end, isAllDay };
	note('from midnight to midnight, read as all day');
	const isMidnight = last.endsWith(' 00:00:00');
	return { begin: first, end: startOfDay(addDays(dayOf(last), isMidnight ? 0 : 1)), isAllDay: true };
}
