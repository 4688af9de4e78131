/**
 * Typed endpoints of the BFF, one per operation of the specification. They return parsed values. Errors of
 * the service are passed on in its own form (Spec §2.6); the BFF's own errors are problems.
 */
import type { Event } from '../event/event.ts';
import type { List } from '../event/lists.ts';
import type { Loc } from '../event/loc.ts';
import type { Person } from '../event/person.ts';
import type { Call } from '../spec/call.ts';
import { fillPath, type Operation, type OperationName, operations } from '../spec/operations.ts';
import type { OwnRelation } from './relations.ts';

/**
 * URL pattern of each endpoint; the method is the operation's. Other parameters go in the query, or in the JSON body of
 * a write. Events in lists lack `content`, `album` and page URLs.
 */
export const apiPatterns = {
	listEvents: '/api/cities/:loc/events',
	listCreatedEvents: '/api/users/:id/created',
	listParticipatedEvents: '/api/users/:id/participated',
	listWishedEvents: '/api/users/:id/wished',
	getEvent: '/api/events/:id',
	listParticipants: '/api/events/:id/participants',
	listWishers: '/api/events/:id/wishers',
	listLocs: '/api/cities',
	getLoc: '/api/cities/:id',
	joinEvent: '/api/events/:id/participants',
	leaveEvent: '/api/events/:id/participants',
	wishEvent: '/api/events/:id/wishers',
	unwishEvent: '/api/events/:id/wishers',
} as const satisfies Record<OperationName, string>;

export const peoplePageSize = 30;

/** Response to a write, with status 202. */
export interface Written {
	/** Read after the write with the writer's token, with counts that include it; null if that read failed. */
	event: Event | null;
	/** The writer's relation after the write. */
	relation: OwnRelation;
}

interface Values {
	Event: Event;
	EventList: List<Event>;
	UserList: List<Person>;
	Loc: Loc;
	LocList: List<Loc>;
	Nothing: Written;
}

export type ValueOf<Name extends OperationName> = Values[(typeof operations)[Name]['returns']];

/** A call's endpoint path, with the query if it is a read: for example `/api/cities/108288/events?day_type=today`. */
export function apiPath<Name extends OperationName>({ operation, parameters }: Call<Name>): string {
	const { method, parameters: known }: Operation = operations[operation];
	return fillPath(apiPatterns[operation], parameters, method === 'GET' ? known : []);
}
