/**
 * Typed endpoints of the BFF, one per operation of the specification. They return parsed values. Errors of
 * the service are passed on in its own form (Spec §2.6); the BFF's own errors are problems.
 */
import type { Call } from '../spec/call.ts';
import { fillPath, type Operation, type OperationName, operations } from '../spec/operations.ts';

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

/** A call's endpoint path, with the query if it is a read: for example `/api/cities/108288/events?day_type=today`. */
export function apiPath<Name extends OperationName>({ operation, parameters }: Call<Name>): string {
	const { method, parameters: known }: Operation = operations[operation];
	return fillPath(apiPatterns[operation], parameters, method === 'GET' ? known : []);
}
