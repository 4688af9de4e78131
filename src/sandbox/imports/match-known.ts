/**
 * Recognizes the events of an earlier import in a new one, so that they keep their participants. Programs change an
 * event's title, time or UID, or give its UID to another event.
 */
import { addDays, dayOf } from '../dates.ts';
import type { ImportedEvent } from './read-calendar.ts';

/** An event of an earlier import. */
export interface KnownEvent {
	id: string;
	source: string;
	uid: string;
	occurrence: string;
	title: string;
	begin: string;
	end: string;
	address: string;
	loc: string;
	city: string;
}

type Compared = Pick<KnownEvent, 'uid' | 'occurrence' | 'title' | 'begin' | 'address'>;
export type Matches = Map<ImportedEvent, KnownEvent>;

/** Two events are the same if a rule returns equal values for both. */
type Rule = (event: Compared) => readonly string[];

const sameOccurrence: Rule = ({ uid, occurrence, title }) => ['uid', uid, occurrence, title];
const samePlace: Rule = ({ title, begin, address }) => ['place', title, begin, address];
const sameStart: Rule = ({ uid, begin }) => ['start', uid, begin];
/** For titles with an addition, such as “Long walk (now in hall B)”. */
const sameWords: Rule = ({ title, begin }) => ['words', begin, ...title.split(' ', 2)];
const isSimilar = (a: Compared, b: Compared): boolean =>
	(a.address !== '' && a.address === b.address) || a.title.includes(b.title) || b.title.includes(a.title);
/** A title is compared with at most this many known events of the same start and first words. */
const maxCompared = 50;

/** The most reliable rules come first. */
const sameEvent: readonly Rule[] = [
	sameOccurrence,
	samePlace,
	sameStart,
	({ title, begin }) => ['time', title, begin],
	({ uid, occurrence }) => ['uid', uid, occurrence],
	({ uid, title, begin }) => ['day', uid, title, dayOf(begin)],
	sameWords,
];

/** When a series is changed, Google gives its later part a UID such as `ab_R20261215T180000@google.com`. */
const baseOf = (uid: string): string => uid.replace(/_R\d{8}(?:T\d{6}Z?)?(?=@|$)/, '');
const sameSeries: Rule = ({ uid, begin }) => [baseOf(uid), dayOf(begin)];
const isOfSeries = ({ occurrence }: Compared): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:]+)?$/.test(occurrence);
/** By how many days a series may have moved, nearest first. */
const nearbyDays = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6];

/** Adds to `matches` each event that a rule finds equal to a known one, moved by `days`. Uses each known event once. */
function match(
	events: readonly ImportedEvent[],
	known: readonly KnownEvent[],
	rules: readonly Rule[],
	matches: Matches,
	days = 0,
): Matches {
	for (const rule of rules) {
		const keyOf = (event: Compared) => JSON.stringify(rule(event));
		const taken = new Set(matches.values());
		const byKey = Map.groupBy(
			known.filter((each) => !taken.has(each)),
			keyOf,
		);
		for (const event of events) {
			if (matches.has(event)) continue;
			const begin = days === 0 ? event.begin : addDays(dayOf(event.begin), -days);
			const group = byKey.get(keyOf({ ...event, begin })) ?? [];
			if (rule === sameWords && group.length > maxCompared) continue;
			const index = rule === sameWords ? group.findIndex((each) => isSimilar(each, event)) : 0;
			const [found] = index === -1 ? [] : group.splice(index, 1);
			if (found !== undefined) matches.set(event, found);
		}
	}
	return matches;
}

/**
 * @param own known events of this calendar
 * @param others known events of the city's other calendars, which may have some of the same events
 * @param mayMove whether an event's series may have moved to other days
 * @returns which of `own` each event is, and the events that only the other calendars have
 */
export function matchKnown(
	events: readonly ImportedEvent[],
	own: readonly KnownEvent[],
	others: readonly KnownEvent[],
	mayMove: (event: ImportedEvent | KnownEvent) => boolean,
): { matches: Matches; shared: Set<ImportedEvent> } {
	const matches = match(events, own, sameEvent, new Map());
	const all = match(events, others, [samePlace], new Map(matches));
	// UIDs that are mere numbers don't identify an event across calendars.
	const withGlobalUid = others.filter(({ uid }) => /\D/.test(uid));
	match(events, withGlobalUid, [sameStart], all);
	const shared = new Set(events.filter((event) => all.has(event) && !matches.has(event)));
	const isDate = (event: ImportedEvent | KnownEvent) => isOfSeries(event) && mayMove(event);
	const dates = events.filter((event) => isDate(event) && !shared.has(event));
	const datesBefore = own.filter(isDate);
	for (const days of nearbyDays) match(dates, datesBefore, [sameSeries], matches, days);
	return { matches, shared };
}

/**
 * Whether a calendar is a new version of a known one: most events of each are events of the other, with the same UIDs.
 * If both are files, all UIDs may have changed.
 */
export function isNewVersion(
	events: readonly ImportedEvent[],
	known: readonly KnownEvent[],
	areFiles: boolean,
): boolean {
	const found = match(
		events,
		known,
		[sameOccurrence, sameStart, ...(areFiles ? [samePlace] : [])],
		new Map(),
	);
	return found.size * 2 > Math.max(events.length, known.length);
}
