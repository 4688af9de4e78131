/** The BFF's own search and calendar; the specification has neither. Types only, free for the web bundle. */

import type { PublicEvent } from '../event/event.ts';
import type { Day } from '../event/wall-clock.ts';

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
 * Without `q`, with a `day`: every event on that day, by start time.
 */
export interface SearchResponse extends IndexState {
	/** Best match first. Events come without `content`. `terms` are the words of the event that matched, for highlighting. */
	hits: { event: PublicEvent; terms: string[] }[];
	/** Number of matches in all. */
	total: number;
	/** The query without typos; null if it has none, and on further pages. */
	suggestion: string | null;
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
