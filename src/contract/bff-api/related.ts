/** Events that are related to one, which the BFF finds in a list that it has in its cache. Types only, free for the web bundle. */
import type { PublicEvent } from '../event/event.ts';

/** Response of `GET /front/events/:id`: events as cards show them, each once. */
export interface Related {
	/** On the same day and not far away, the nearest first. */
	nearby: readonly PublicEvent[];
	/** Of the same creator, by start. */
	by: readonly PublicEvent[];
}
