/**
 * Every key of the query cache, so that what reads, what writes and what invalidates agree. A key begins with its group:
 * invalidating a group reaches all keys in it.
 */
import type { Relation } from '../../contract/paths.ts';
import type { RelationStatus } from '../../contract/spec/filters.ts';

/** Groups of keys. */
const session = ['session'] as const;
const locs = ['locs'] as const;
const events = ['events'] as const;
const people = ['people'] as const;
/** What only the signed-in person may see: removed at every change of the session. */
const own = ['own'] as const;
const sandbox = ['sandbox'] as const;

/** What a list is filtered by, and anything else that identifies it. */
type Filters = readonly (string | number)[];

export const queryKeys = {
	session,

	locs,
	loc: (uid: string) => [...locs, uid] as const,

	events,
	/** All events by themselves: they depend on who reads them. */
	eventDetails: [...events, 'detail'] as const,
	event: (id: string) => [...events, 'detail', id] as const,
	openedCard: (id: string) => [...events, 'opened', id] as const,
	eventList: (locId: string, ...filters: Filters) => [...events, 'list', locId, ...filters] as const,
	longList: (locId: string, ...filters: Filters) => [...events, 'long', locId, ...filters] as const,
	front: (uid: string) => [...events, 'front', uid] as const,
	related: (eventId: string) => [...events, 'related', eventId] as const,
	search: (uid: string, ...filters: Filters) => [...events, 'search', uid, ...filters] as const,
	days: (uid: string, ...filters: Filters) => [...events, 'days', uid, ...filters] as const,

	people,
	person: (id: string) => [...people, 'person', id] as const,
	peopleOf: (kind: 'participants' | 'wishers', eventId: string) => [...people, kind, eventId] as const,
	/** Events of a person; with `isOwn` those of the signed-in person. */
	eventsOf: (id: string, relation: Relation, status: RelationStatus, isOwn: boolean) =>
		[...(isOwn ? own : people), 'events', id, relation, status] as const,

	own,
	/** All lists of the signed-in person's events, page by page. */
	ownEvents: (userId: string) => [...own, 'events', userId] as const,
	/** The signed-in person as others see them. */
	ownPerson: (userId: string) => [...own, 'person', userId] as const,
	/** Relations of a person to events: as the service lists them, and as this browser changed them since. */
	ownLists: (userId: string) => [...own, 'relations', userId, 'lists'] as const,
	ownChanges: (userId: string) => [...own, 'relations', userId, 'changes'] as const,
	/** What the service has confirmed of a relation, while changes of it are under way. */
	ownConfirmed: (userId: string, eventId: string) =>
		[...own, 'relations', userId, 'confirmed', eventId] as const,
	/** Events that the person goes to and that are not over. */
	ownUpcoming: (userId: string) => [...own, 'upcoming', userId] as const,
	ownCalendar: [...own, 'calendar'] as const,
	/** Calls of the developers' console in a session, by its epoch; null for none. */
	ownHistory: (epoch: string | null) => [...own, 'history', epoch] as const,

	sandbox,
} as const;

/** Keys of mutations of which several may be under way. */
export const mutationKeys = {
	attendance: (eventId: string) => ['attendance', eventId] as const,
} as const;
