/**
 * The 13 operations of the data API (Spec §4.2) as one table. The proxy's allow-list, the sandbox's routes,
 * the web client's addresses and the OpenAPI document follow from it. Plain data: free for the web bundle.
 */
import type { Scope } from './access.ts';
import { dayTypes, eventTypes, relationStatuses } from './filters.ts';
import type { ResourceName } from './resources.ts';

/** A query parameter: allowed words, or the format of its value. */
export interface Parameter {
	readonly name: string;
	readonly values?: readonly string[];
	/** `number-or-word` is `type`, which takes a number in place of a word. */
	readonly format: 'word' | 'number-or-word' | 'loc' | 'date' | 'non-negative-integer';
	readonly description: string;
}

const start: Parameter = {
	name: 'start',
	format: 'non-negative-integer',
	description: 'index of the first element, from 0 (gap register: paging)',
};
const count: Parameter = {
	name: 'count',
	format: 'non-negative-integer',
	description: 'elements wanted, 20 unless told, at most 100 (gap register: paging)',
};
const status: Parameter = {
	name: 'status',
	values: relationStatuses,
	format: 'word',
	description: 'filters by whether the event is over',
};

export interface Operation {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Path below {base_url}; `:id` is the only variable segment. */
	readonly path: string;
	readonly parameters: readonly Parameter[];
	readonly returns: ResourceName;
	readonly success: 200 | 202;
	/** Scope that a call with a token needs (gap register: which-call-needs-what). */
	readonly scope: Scope;
	/** Whether the sandbox refuses the call without a token (102). */
	readonly tokenRequired: boolean;
	readonly summary: string;
}

const read = { method: 'GET', success: 200, scope: 'event_basic_r', tokenRequired: false } as const;
const write = { success: 202, scope: 'event_basic_w', tokenRequired: true, returns: 'Nothing' } as const;

export const operations = {
	listEvents: {
		...read,
		path: '/v2/event/list',
		parameters: [
			{ name: 'loc', format: 'loc', description: 'city identifier' },
			{ name: 'day_type', values: dayTypes, format: 'word', description: 'time-range filter' },
			{
				name: 'type',
				values: eventTypes,
				format: 'number-or-word',
				description: 'event category; a number may be used in place of the word',
			},
			start,
			count,
		],
		returns: 'EventList',
		summary: 'Events of a city, by day and type',
	},
	listCreatedEvents: {
		...read,
		path: '/v2/event/user_created/:id',
		parameters: [start, count],
		returns: 'EventList',
		summary: 'Events created by a user',
	},
	listParticipatedEvents: {
		...read,
		path: '/v2/event/user_participated/:id',
		parameters: [status, start, count],
		returns: 'EventList',
		summary: 'Events a user takes part in',
	},
	listWishedEvents: {
		...read,
		path: '/v2/event/user_wished/:id',
		parameters: [status, start, count],
		returns: 'EventList',
		summary: 'Events a user is interested in',
	},
	getEvent: { ...read, path: '/v2/event/:id', parameters: [], returns: 'Event', summary: 'One event' },
	listParticipants: {
		...read,
		path: '/v2/event/:id/participants',
		parameters: [start, count],
		returns: 'UserList',
		summary: 'Users who take part',
	},
	listWishers: {
		...read,
		path: '/v2/event/:id/wishers',
		parameters: [start, count],
		returns: 'UserList',
		summary: 'Users who are interested',
	},
	listLocs: {
		...read,
		path: '/v2/loc/list',
		parameters: [start, count],
		returns: 'LocList',
		summary: 'Cities',
	},
	getLoc: { ...read, path: '/v2/loc/:id', parameters: [], returns: 'Loc', summary: 'One city' },
	joinEvent: {
		...write,
		method: 'POST',
		path: '/v2/event/:id/participants',
		parameters: [
			{
				name: 'participate_date',
				format: 'date',
				description: 'date the user will attend, %Y-%m-%d; undetermined when omitted',
			},
		],
		summary: 'Take part',
	},
	leaveEvent: {
		...write,
		method: 'DELETE',
		path: '/v2/event/:id/participants',
		parameters: [],
		summary: 'No longer take part',
	},
	wishEvent: {
		...write,
		method: 'POST',
		path: '/v2/event/:id/wishers',
		parameters: [],
		summary: 'Mark interest',
	},
	unwishEvent: {
		...write,
		method: 'DELETE',
		path: '/v2/event/:id/wishers',
		parameters: [],
		summary: 'Unmark interest',
	},
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Query parameters that an operation takes. */
export type ParametersOf<Name extends OperationName> = {
	[P in (typeof operations)[Name]['parameters'][number]['name']]?: string | number | undefined;
};

/**
 * The path and query of a call, in one canonical form: parameters in the table's order, absent ones left out.
 *
 * @param name operation of the table
 * @param input `id` for the variable segment of the path, and the query parameters
 * @returns for example `/v2/event/list?loc=108288&day_type=today`
 */
export function operationPath<Name extends OperationName>(
	name: Name,
	input: ParametersOf<Name> & { id?: string } = {} as ParametersOf<Name>,
): string {
	const operation: Operation = operations[name];
	const path = operation.path.replace(':id', encodeURIComponent(input.id ?? ''));
	const query = new URLSearchParams();
	for (const { name: parameter } of operation.parameters) {
		const value = (input as Record<string, string | number | undefined>)[parameter];
		if (value !== undefined) query.set(parameter, String(value));
	}
	return query.size === 0 ? path : `${path}?${query}`;
}

/** Literal segments that take the place of an identifier in a path, so no identifier may be one of them. */
export const reservedSegments = ['user_created', 'user_participated', 'user_wished', 'list'] as const;

/** Paths of the authorization endpoints below {auth_url} (Spec §4.1). */
export const authorizationPaths = {
	authorize: '/service/auth2/auth',
	token: '/service/auth2/token',
} as const;

export const responseTypes = ['code', 'token'] as const;
