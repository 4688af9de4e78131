/** The BFF's own search and calendar, which the specification lacks. */

import type { PublicEvent } from '../event/event.ts';
import type { Person } from '../event/person.ts';
import type { Day } from '../event/wall-clock.ts';
import type { ListedType } from '../spec/filters.ts';

/** How complete and recent a city's search index is. */
interface IndexState {
	/** Number of the service's events for this city that are in the index. */
	indexed: number;
	listed: number;
	is_complete: boolean;
	/** Whether the index is being built. If this and `is_complete` are false, the service sends only part of its list. */
	is_reading: boolean;
}

/** Default of `count`. */
export const searchPageSize = 60;

/**
 * Response of `GET /search/cities/:uid?q&day&from&to&type&price&start&count`. Without `q` but with `day` or `from`: every event in
 * that time, by start.
 */
export interface SearchResponse extends IndexState {
	/**
	 * Best match first: by title, type, place or organizer, then text. Events lack `content`. `terms` are the matched
	 * words, for highlighting; `snippet` is the sentence that contains them, if only the text does.
	 */
	hits: { event: PublicEvent; terms: string[]; snippet: string | null }[];
	total: number;
	/** How many of them are long-running. Absent in responses of older processes. */
	running?: number;
	/** The query with its typos corrected; null if it has none, and on further pages. */
	suggestion: string | null;
	/** Cities, venues and the like that the query names; empty on further pages. */
	named: NamedBySearch;
	/** The query without the words that name a time. Absent, like `when` and `near`, in responses of older processes. */
	words?: string;
	/**
	 * The words of the query that name a time, and what was read from them: days from `from` to `to`, unless the request
	 * names days, and the part of each day. Null if there are none.
	 */
	when?: { text: string; from: Day | null; to: Day | null; part: PartOfDay | null } | null;
	/** The words of the query that name a price, and the highest one; 0: free. Null if there are none. */
	price?: { text: string; max: number } | null;
	/** If nothing was found in the time, or only what runs for weeks: the nearest days that have results, with their number. */
	near?: { day: Day; count: number }[];
}

/** `now` means that an event is on, and open. */
export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'late' | 'now';

/** A few of each kind, those with the most events first. */
export interface NamedBySearch {
	types: { type: ListedType; poster: string | null }[];
	/** `name` is the matching part of the address. */
	venues: { name: string; address: string; count: number; poster: string | null }[];
	organizers: { person: Person; count: number; poster: string | null }[];
	/** Other cities; `q` is the query without the city's name. Absent in responses of older processes. */
	cities?: { uid: string; name: string; q: string }[];
}

/** Response of `GET /search/cities/:uid/days?from&to&q&type`, for calendars. */
export interface DaysResponse extends IndexState {
	/** Number of events by day, without long-running ones; days without events are absent. */
	days: Record<Day, number>;
	/** Multi-day events that are not long-running, by start, as many as a calendar can show. */
	spans: PublicEvent[];
}

/** Response of `GET /search/cities/:uid/places/:place` (see `placeKey`). */
export interface PlaceResponse extends IndexState {
	/** The first of {@link total} events by start, without `content`. */
	events: PublicEvent[];
	total: number;
}
