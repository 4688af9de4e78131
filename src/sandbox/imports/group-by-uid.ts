/** Groups the events of a file that belong together: occurrences of a series, and versions of one event. */
import { hash } from 'node:crypto';
import { type Component, propertyOf, textOf } from './components.ts';
import type { Series } from './occurrences.ts';

/** A series, or a single event. */
export interface Identified {
	uid: string;
	/** Distinguishes series that share a UID; empty if only one has it. */
	part: string;
	series: Series;
}

/** Maximum length in characters; longer identifiers are stored as hashes. */
const longest = 250;
const short = (text: string): string => (text.length <= longest ? text : hash('sha256', text));

const written = (event: Component, name: string): string => propertyOf(event, name)?.value ?? '';

/** The UID. RFC 5545 requires it; if it is missing, title, start and place identify the event. */
const uidOf = (event: Component): string =>
	short(
		textOf(event, 'UID').trim() ||
			['SUMMARY', 'DTSTART', 'LOCATION'].map((name) => written(event, name)).join(' '),
	);

const versionOf = (event: Component): number => Number(written(event, 'SEQUENCE')) || 0;

/**
 * Of the events that share a UID, those with a lower SEQUENCE are older versions. Otherwise, if their titles or starts
 * differ, a program has given one UID to several events.
 *
 * @param note called with each older version, and with each event that shares its UID
 */
export function identify(
	events: readonly Component[],
	note: (what: string, event: Component) => void,
): Identified[] {
	return [...Map.groupBy(events, uidOf)].flatMap(([uid, group]): Identified[] => {
		const isException = (event: Component) => written(event, 'RECURRENCE-ID') !== '';
		// Sorted by version, so that the newest wins.
		const exceptions = group.filter(isException).toSorted((a, b) => versionOf(a) - versionOf(b));
		const all = group.filter((event) => !isException(event));
		const newest = all.reduce((version, event) => Math.max(version, versionOf(event)), 0);
		const masters = new Map<string, Component>();
		for (const event of all)
			if (versionOf(event) === newest)
				masters.set(short(`${written(event, 'DTSTART')} ${written(event, 'SUMMARY')}`), event);
			else note('an older version of an event, replaced by the newer one', event);
		if (masters.size === 0) return [{ uid, part: '', series: { master: null, exceptions } }];
		if (masters.size > 1) for (const event of masters.values()) note('with the UID of another event', event);
		const isRecurring = (event: Component) =>
			written(event, 'RRULE') !== '' || written(event, 'RDATE') !== '';
		const owner = [...masters.values()].find(isRecurring) ?? all[0];
		return [...masters].map(([part, master]) => ({
			uid,
			part: masters.size > 1 ? part : '',
			series: { master, exceptions: master === owner ? exceptions : [] },
		}));
	});
}
