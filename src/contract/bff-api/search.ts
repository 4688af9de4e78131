/** The BFF's own search and calendar, which the specification has no calls for. Types only, free for the web bundle. */

import type { PublicEvent } from '../event/event.ts';
import type { Day } from '../event/wall-clock.ts';

/** How much of a city the index holds, and how old it is. */
interface IndexState {
	/** Events in the index, and events that the service lists for the city. */
	indexed: number;
	listed: number;
	/** Whether the whole list of the city is in the index. */
	is_complete: boolean;
	/** Whether more is going to be read. When this and `is_complete` are false, the service gives only a part of its list. */
	is_reading: boolean;
	/** When the list was read, ISO 8601: the beginning of the read. */
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
	/** What was probably meant, where a word has a typo; null on further pages. */
	suggestion: string | null;
}

/** Response of `GET /search/cities/:uid/days?from&to&q&type`: what a calendar shows for a range of days. */
export interface DaysResponse extends IndexState {
	/** Number of events by day. Days without events and long-running events are left out. */
	days: Record<Day, number>;
	/** Events that last several days but are not long-running, by start time, at most as many as a calendar can show. */
	spans: PublicEvent[];
}
