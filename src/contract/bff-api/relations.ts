/**
 * The signed-in person's relations to events. The BFF derives them from the service's two lists (gap register,
 * `own-relation`), and adds what it has sent itself: changes that the service may not show yet, and chosen days.
 */
import type { Event } from '../event/event.ts';
import type { EventTimes } from '../event/times.ts';
import type { Day } from '../event/wall-clock.ts';

export type ChangeKind = 'join' | 'leave' | 'wish' | 'unwish';

/** A person can be both going and interested. */
export interface OwnRelation {
	joined: boolean;
	wished: boolean;
	/** The day to attend; null: undecided; absent: unknown, as after joining with another program. */
	day?: Day | null;
	/** Time and place when the person joined, or when they last confirmed a change. */
	joinedAs?: EventTimes & { address: string };
}

/** Response of `GET /api/me/relations?status=ongoing|expired`. */
export interface Relations {
	/** By event id. Events without a relation are absent. */
	relations: Readonly<Record<string, OwnRelation>>;
	/** False if the service doesn't show the person's lists: then these are only the changes made with Daybill. */
	isComplete: boolean;
}

/** Response of `GET /api/me/events?relation=participated|wished&status=ongoing|expired`. */
export interface OwnEvents {
	/** Without texts. */
	events: readonly Event[];
	/** False if the list is too long to be read at once, or if the service doesn't show it. */
	isComplete: boolean;
}

/** Body of `POST /api/me/seen`: the person has seen that the event's time or place changed. Response: 204. */
export interface SeenRequest {
	eventId: string;
}
