/** A city's front page, which the BFF makes of lists that it has in its cache. Types only, free for the web bundle. */
import type { PublicEvent } from '../event/event.ts';
import type { EventType } from '../spec/filters.ts';

/**
 * Response of `GET /front/cities/:uid`. Each event is in one row only, and a row without events is not shown. Events have
 * what cards show of them: one poster, and neither text nor owner.
 */
export interface Front {
	/** What still begins today, by start. Where the service's time zone is not known, all of today. */
	tonight: readonly PublicEvent[];
	/** What is on at the weekend, by start. */
	weekend: readonly PublicEvent[];
	/** What most people go to or are interested in, the most popular first. */
	popular: readonly PublicEvent[];
	/** What comes next, by start, where the rows before it have little to come. */
	upcoming: readonly PublicEvent[];
	/** What runs for weeks and can be visited today, what ends first at the top. */
	running: readonly PublicEvent[];
	/** A poster for each type of which there is one. */
	posters: Readonly<Partial<Record<EventType, string>>>;
}
