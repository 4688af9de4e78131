/** Related events, from a cached list. Types only, free for the web bundle. */
import type { PublicEvent } from '../event/event.ts';

/** Response of `GET /front/events/:id`: events as cards show them, without duplicates. */
export interface Related {
	/** On the same day and close by, the nearest first. */
	nearby: readonly PublicEvent[];
	/** By the same creator, in order of start. */
	by: readonly PublicEvent[];
}
