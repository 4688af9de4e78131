/** The BFF's own search and calendar, which the specification has no calls for. Types only, free for the web bundle. */

import type { PublicEvent } from '../event/event.ts';
import type { Day } from '../event/wall-clock.ts';

/** How much of a city the index holds, and how old it is. */
interface IndexState {
	/** Events in the index, and events that the service lists for the city. */
	indexed: number;
	listed: number;
	/** False while the index is still being built. */
	is_complete: boolean;
	/** When the build of the index began, ISO 8601. */
	indexed_at: string;
}

/**
 * Response of `GET /search/cities/:uid?q&day&from&to&type&start&count`.
 * Without `q`, with a `day`: every event on that day, by start time.
 */
export interface SearchResponse extends IndexState {
	/** Best match first. Events come without `content`. `terms` are the words of the event that matched, for highlighting. */
	hits: { event: PublicEvent; terms: string[] }[];
	/** Number of matches in all. */
	total: number;
}

/** Response of `GET /search/cities/:uid/days?from&to&q&type`: what a calendar shows for a range of days. */
export interface DaysResponse extends IndexState {
	/** Number of events by day. Days without events and long-running events are left out. */
	days: Record<Day, number>;
	/** Events that last several days but are not long-running, by start time, at most as many as a calendar can show. */
	spans: PublicEvent[];
}
