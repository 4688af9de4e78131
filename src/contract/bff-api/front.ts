import type { PublicEvent } from '../event/event.ts';
import type { EventType } from '../spec/filters.ts';

/**
 * Response of `GET /front/cities/:uid`. Each event is in one row only, with only what cards show: one poster, no
 * text or owner.
 */
export interface Front {
	/** Events that start later today, by start; all of today's if the time zone is unknown. */
	today: readonly PublicEvent[];
	/** Sorted by start. */
	weekend: readonly PublicEvent[];
	/** Sorted by number of joins and wishes; only events that are in no other row. */
	popular: readonly PublicEvent[];
	/** The next events by start; filled only if the rows above have few upcoming events. */
	upcoming: readonly PublicEvent[];
	/** Long-running events that can be visited today, sorted by end. */
	running: readonly PublicEvent[];
	/** One poster per type; types without a poster are absent. */
	posters: Readonly<Partial<Record<EventType, string>>>;
}
