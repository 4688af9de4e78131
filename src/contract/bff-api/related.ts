import type { PublicEvent } from '../event/event.ts';

/** Response of `GET /front/events/:id`: related events, each once, with only the fields that cards show. */
export interface Related {
	/** Close by on the same day, nearest first. */
	nearby: readonly PublicEvent[];
	/** By the same creator, sorted by start. */
	by: readonly PublicEvent[];
}
