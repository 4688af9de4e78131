/**
 * Recognizes the events of an earlier import in a new one, so that they keep their participants. Programs change an
 * event's title, time or UID, or give its UID to another event.
 */
import { dayOf } from '../dates.ts';
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
/** The most reliable rules come first. */
const sameEvent: readonly Rule[] = [
	sameOccurrence,
	samePlace,
	sameStart,
	({ title, begin }) => ['time', title, begin],
	({ uid, occurrence }) => ['uid', uid, occurrence],
	({ uid, title, begin }) => ['day', uid, title, dayOf(begin)],
];

/** Adds each event that is the same as a known one, by one of the rules, to `matches`. Uses each known one once. */
function match(
	events: readonly ImportedEvent[],
	known: readonly KnownEvent[],
	rules: readonly Rule[],
	matches: Matches,
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
			const found = byKey.get(keyOf(event))?.shift();
			if (found !== undefined) matches.set(event, found);
		}
	}
	return matches;
}

/**
 * @param own known events of this calendar
 * @param others known events of the city's other calendars, which may have some of the same events
 * @returns which of `own` each event is, and the events that only the other calendars have
 */
export function matchKnown(
	events: readonly ImportedEvent[],
	own: readonly KnownEvent[],
	others: readonly KnownEvent[],
): { matches: Matches; shared: Set<ImportedEvent> } {
	const matches = match(events, own, sameEvent, new Map());
	const all = match(events, others, [samePlace], new Map(matches));
	// UIDs that are mere numbers don't identify an event across calendars.
	const withGlobalUid = others.filter(({ uid }) => /\D/.test(uid));
	match(events, withGlobalUid, [sameStart], all);
	return { matches, shared: new Set(events.filter((event) => all.has(event) && !matches.has(event))) };
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
