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
import { type EventTimes, example, type Note, type TimesContext } from './event-times.ts';
import { type Occurrence, occurrencesOf, type Series } from './occurrences.ts';
import { findZones, zoneNameOf } from './zones.ts';

export interface ImportedEvent {
	uid: string;
	/** Tells occurrences of a recurring event apart, and events that share their UID; empty for a single one. */
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

/** Examples by remark: an event's title, with the line if there is one. */
export type Remarks = Map<string, string[]>;

export interface CalendarReading {
	name: string | null;
	zone: string;
	events: ImportedEvent[];
	/** Events that are left out, by reason. */
	leftOut: Remarks;
	/** Events that are left out because they could not be read, a part of `leftOut`. */
	lost: number;
	/** Events that differ from the file, by remark. */
	notes: Remarks;
}

export interface ReadingOptions {
	/** The city's zone; null for the file's, or `otherZone` if it has none. */
	zone: string | null;
	otherZone: string;
	/** The encoding that the server or the user names; null for none. */
	charset: string | null;
	now: number;
	/** The type of an event described by these texts, of which the most relevant come first. */
	typeOf(texts: readonly string[]): ListedType;
	plainText: PlainText;
}

const maxEvents = 5_000;
/** How many days ago events may have ended, and how many days ahead recurring events are expanded. */
const [daysBack, daysAhead] = [30, 180];

/** The event is not imported; the message says why. */
class LeftOut extends Error {
	/** Whether it should have been. */
	readonly isLost: boolean;
	constructor(why: string, isLost = false) {
		super(why);
		this.isLost = isLost;
	}
}

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

function addTo(remarks: Remarks, what: string, of: string): void {
	const list = remarks.get(what);
	if (list === undefined) remarks.set(what, [of]);
	else list.push(of);
}

/** @throws Error if this isn't an iCalendar file, has no events, or would take too long */
export function readCalendar(bytes: Uint8Array, options: ReadingOptions): CalendarReading {
	return withinSeconds(maxSeconds.file, () => readEvents(bytes, options));
}

const versionOf = (event: Component): number => Number(propertyOf(event, 'SEQUENCE')?.value ?? 0);

/** An event of the file, and the identity of its series. */
interface Identified {
	uid: string;
	/** Tells series that share a UID apart; empty if there is one. */
	part: string;
	series: Series;
}

/**
 * Groups events by UID. Two that share one are versions of an event if their numbers differ or nothing else does;
 * otherwise two events.
 */
function identify(
	events: readonly Component[],
	notes: Remarks,
	title: (event: Component) => string,
): Identified[] {
	const byUid = Map.groupBy(events, (event) => {
		const parts = ['SUMMARY', 'DTSTART', 'LOCATION'].map((name) => propertyOf(event, name)?.value ?? '');
		return textOf(event, 'UID').trim() || parts.join(' ');
	});
	return [...byUid].flatMap(([uid, group]): Identified[] => {
		const exceptions = group
			.filter((event) => propertyOf(event, 'RECURRENCE-ID') !== undefined)
			.toSorted((a, b) => versionOf(a) - versionOf(b));
		const partOf = (event: Component) =>
			`${propertyOf(event, 'DTSTART')?.value ?? ''} ${title(event)}`.trim();
		const masters = new Map<string, Component>();
		const all = group.filter((event) => !exceptions.includes(event));
		const newest = Math.max(...all.map(versionOf));
		for (const event of all)
			if (versionOf(event) === newest) masters.set(partOf(event), event);
			else addTo(notes, 'an older version of an event, replaced by the newer one', title(event));
		if (masters.size > 1)
			for (const event of masters.values()) addTo(notes, 'with the UID of another event', title(event));
		if (masters.size === 0) return [{ uid, part: '', series: { master: null, exceptions } }];
		const recurring = [...masters.values()].find(
			(event) => propertyOf(event, 'RRULE') ?? propertyOf(event, 'RDATE'),
		);
		const owner = recurring ?? [...masters.values()][0];
		return [...masters].map(([part, master]) => ({
			uid,
			part: masters.size > 1 ? part : '',
			series: { master, exceptions: master === owner ? exceptions : [] },
		}));
	});
}

function noteLines(notes: Remarks, what: string, lines: readonly Line[]): void {
	for (const { number, text } of lines) addTo(notes, what, `line ${number}: ${oneLine(text, 80)}`);
}

function readEvents(bytes: Uint8Array, options: ReadingOptions): CalendarReading {
	const { lines, guessed } = decodeLines(bytes, options.charset);
	const file = readComponents(lines);
	const leftOut: Remarks = new Map();
	const notes: Remarks = new Map();
	noteLines(notes, 'lines that are not UTF-8, read as Windows-1252', guessed);
	noteLines(notes, 'lines that belong to nothing, not read', file.unread);
	const broken = [...file.broken].map(({ line }) => line);
	noteLines(notes, 'texts with unescaped line breaks, read to their end', broken);
	const { calendar } = file;
	const components = calendar.components.filter(({ name }) => name === 'VEVENT');
	if (components.length === 0) throw new Error('the calendar has no event');
	const zone = options.zone ?? zoneNameOf(textOf(calendar, 'X-WR-TIMEZONE')) ?? options.otherZone;
	const zoneNamed = findZones(calendar.components.filter(({ name }) => name === 'VTIMEZONE'));
	const city = zoneNamed(zone);
	if (city === null) throw new Error(`the time zone ${zone} is unknown`);
	const times: TimesContext = { zoneNamed, city, cityZone: zone };
	const today = dayOf(wallClockAt(options.now, zone));
	const days = { first: addDays(today, -daysBack), last: addDays(today, daysAhead) };
	const isCanceled = /^CANCEL$/i.test(textOf(calendar, 'METHOD'));
	const events: ImportedEvent[] = [];
	let lost = 0;

	const leaveOut = (error: unknown, title: string) => {
		const isExpected = error instanceof LeftOut && !error.isLost;
		if (!isExpected) lost += 1;
		const message = oneLine(error instanceof Error ? error.message : String(error), 100);
		const why = error instanceof LeftOut ? error.message : `cannot be read: ${message}`;
		addTo(leftOut, why, title);
	};
	for (const { uid, part, series } of identify(components, notes, (event) =>
		titleOf(event, options.plainText),
	)) {
		const known = [series.master, ...series.exceptions].flatMap((event) => (event === null ? [] : [event]));
		const fallback =
			known.map((event) => titleOf(event, options.plainText)).find((title) => title !== '') ?? '';
		const before = events.length;
		/** Lines by remark: a series is counted once, not once for each occurrence. */
		const noted = new Map<string, Set<string>>();
		const note: Note = (what, line = '') => {
			noted.set(what, (noted.get(what) ?? new Set()).add(line));
		};
		const read = (occurrence: Occurrence): ImportedEvent => {
			const { event } = occurrence;
			const title = titleOf(event, options.plainText) || fallback;
			if (isCanceled || /^CANCELL?ED$/i.test(textOf(event, 'STATUS').trim())) throw new LeftOut('canceled');
			if (!/^(?:PUBLIC)?$/i.test(textOf(event, 'CLASS').trim())) throw new LeftOut('private');
			if (title === '') throw new LeftOut('without a title: add a SUMMARY', true);
			const { begin, end, isAllDay } = cityTimes(occurrence, times, note);
			if (end < startOfDay(days.first)) throw new LeftOut(`ended more than ${daysBack} days ago`);
			if (events.length === maxEvents) throw new LeftOut(`beyond the first ${maxEvents}`, true);
			return {
				uid,
				occurrence: [part, occurrence.name].filter((each) => each !== '').join(' '),
				title,
				content: contentOf(event, options.plainText, note),
				begin,
				end,
				isAllDay,
				address: addressOf(event, options.plainText),
				geo: geoOf(event, zone, note),
				organizer: organizerOf(event),
				type: options.typeOf([categoriesOf(event), title]),
				image: imageOf(event, note),
				page: urlOf(textOf(event, 'URL')),
			};
		};
		const add = (occurrence: Occurrence) => {
			try {
				events.push(read(occurrence));
			} catch (error) {
				if (!(error instanceof LeftOut)) throw error;
				leaveOut(error, titleWithStart(titleOf(occurrence.event, options.plainText) || fallback, occurrence));
			}
		};
		try {
			const count = withinSeconds(maxSeconds.series, () => {
				let occurrences = 0;
				for (const occurrence of occurrencesOf(series, days, times, note)) {
					occurrences += 1;
					add(occurrence);
				}
				return occurrences;
			});
			if (count === 0) throw new LeftOut(`not taking place from ${days.first} to ${days.last}`);
		} catch (error) {
			leaveOut(error, fallback);
		}
		const isImported = events.length > before;
		for (const [what, examples] of noted)
			for (const line of examples)
				if (isImported || what.startsWith('repeats'))
					addTo(isImported ? notes : leftOut, what, line === '' ? fallback : `${fallback} (${line})`);
	}
	for (const { name } of calendar.components)
		if (name !== 'VEVENT' && name !== 'VTIMEZONE') addTo(leftOut, `${oneLine(name, 20)}, not an event`, '');
	const name = nameOf(textOf(calendar, 'X-WR-CALNAME'));
	events.sort((a, b) => (a.begin < b.begin ? -1 : Number(a.begin > b.begin)));
	return { name: name || null, zone, events, leftOut, lost, notes };
}

/** Names the line of an unreadable start. */
function titleWithStart(title: string, { event, times }: Occurrence): string {
	const start = times === null ? propertyOf(event, 'DTSTART') : undefined;
	return start === undefined ? title : `${title} (${example(start)})`;
}

/** The times in the city's zone. Times without a zone are already in it (RFC 5545 §3.3.5). */
function cityTimes(
	{ event, times }: Occurrence,
	{ city }: TimesContext,
	note: Note,
): Omit<EventTimes, 'zone'> & { end: string } {
	if (times === null)
		throw new LeftOut(
			`without a readable start: write DTSTART:20261205T190000, or DTSTART;VALUE=DATE:20261205 for a whole day`,
			true,
		);
	const { zone, isAllDay } = times;
	if (isAllDay) return { begin: times.begin, end: times.end ?? times.begin, isAllDay };
	const inCity = (time: string) => city.toTime(zone.toInstant(time));
	const isMarked = /^TRUE$/i.test(textOf(event, 'X-MICROSOFT-CDO-ALLDAYEVENT').trim());
	const [begin, end] = isMarked
		? [times.begin, times.end]
		: [inCity(times.begin), times.end && inCity(times.end)];
	if (end === null || end <= begin) {
		note('without an end');
		return { begin, end: begin, isAllDay };
	}
	if (!/ 00:00:00 .* (?:00:00:00|23:59:\d\d)$/.test(`${begin} ${end}`))
		return isMarked ? { begin: inCity(begin), end: inCity(end), isAllDay } : { begin, end, isAllDay };
	note('from midnight to midnight, read as all day');
	const last = end.endsWith(' 00:00:00') ? dayOf(end) : addDays(dayOf(end), 1);
	return { begin, end: startOfDay(last), isAllDay: true };
}
