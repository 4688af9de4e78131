/** A city's front page, built from cached lists. Types only, free for the web bundle. */
import type { PublicEvent } from '../event/event.ts';
import type { EventType } from '../spec/filters.ts';

/**
 * Response of `GET /front/cities/:uid`. Each event is in one row only. Events have what cards show: one poster, no
 * text or owner.
 */
export interface Front {
	/** Events that have yet to begin today, by start; all of today's if the time zone is unknown. */
	tonight: readonly PublicEvent[];
	/** By start. */
	weekend: readonly PublicEvent[];
	/** Most joined and wished first. */
	popular: readonly PublicEvent[];
	/** Long-running events on today, the first to end first. */
	running: readonly PublicEvent[];
	/** One poster per type, if there is one. */
	posters: Readonly<Partial<Record<EventType, string>>>;
}
