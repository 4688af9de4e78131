/** The BFF's own search and calendar; the specification has neither. Types only, free for the web bundle. */

import type { PublicEvent } from '../event/event.ts';
import type { Person } from '../event/person.ts';
import type { Day } from '../event/wall-clock.ts';
import type { ListedType } from '../spec/filters.ts';

/** State of a city's index. */
interface IndexState {
	/** Events in the index, out of those that the service lists for the city. */
	indexed: number;
	listed: number;
	is_complete: boolean;
	/** Whether more will be read. If this and `is_complete` are false, the service sends only part of its list. */
	is_reading: boolean;
	/** When the read began, ISO 8601. */
	indexed_at: string;
}

/**
 * Response of `GET /search/cities/:uid?q&day&from&to&type&start`.
 * Without `q`, with `day` or `from`: every event in that time, by start time.
 */
export interface SearchResponse extends IndexState {
	/**
	 * Best match first: by title, type, place or organizer, text. Events come without `content`. `terms` are the words of
	 * the event that matched, for highlighting; `snippet` is the sentence that has them, if only the text does.
	 */
	hits: { event: PublicEvent; terms: string[]; snippet: string | null }[];
	/** Number of matches in all. */
	total: number;
	/** The query without typos; null if it has none, and on further pages. */
	suggestion: string | null;
	/** What the query names besides events; empty on further pages. */
	named: NamedBySearch;
}

/** A few of each, those with most events first. */
export interface NamedBySearch {
	types: { type: ListedType; poster: string | null }[];
	/** `name` is the part of the address that matched. */
	venues: { name: string; address: string; count: number; poster: string | null }[];
	organizers: { person: Person; count: number; poster: string | null }[];
	/** Other cities; `q` is the query without the name. Older processes send none. */
	cities?: { uid: string; name: string; q: string }[];
}

/** Response of `GET /search/cities/:uid/days?from&to&q&type`, for a calendar. */
export interface DaysResponse extends IndexState {
	/** Number of events by day, without long-running events; days without events are missing. */
	days: Record<Day, number>;
	/** Events of several days that are not long-running, by start, as many as a calendar can show. */
	spans: PublicEvent[];
}

/** Response of `GET /search/cities/:uid/places/:place` (see `placeKey`). */
export interface PlaceResponse extends IndexState {
	/** By start, without `content`; the first of {@link total}. */
	events: PublicEvent[];
	total: number;
}
