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
	/** Most joined and wished first, of the soonest events that are in no other row. */
	popular: readonly PublicEvent[];
	/** What comes next, by start, where the rows before it have little to come. */
	upcoming: readonly PublicEvent[];
	/** What runs for weeks and can be visited today, what ends first at the top. */
	running: readonly PublicEvent[];
	/** One poster per type, if there is one. */
	posters: Readonly<Partial<Record<EventType, string>>>;
}
