/**
 * The operations of the data API (Spec §4.2). The BFF's and the sandbox's routes, the web client's URLs and the OpenAPI
 * document are derived from this table. Every page loads it, so descriptions are in `operation-texts`.
 */

import { dayTypes, eventTypes, relationStatuses } from './filters.ts';
import type { Scope } from './levels.ts';
import type { ResourceName } from './resources.ts';

/** Spec §4.2; `start` and `count` are in the gap register. */
export type ParameterName = 'loc' | 'day_type' | 'type' | 'status' | 'participate_date' | 'start' | 'count';

/** A query parameter: its allowed words, or the format of its value. */
export interface Parameter {
	readonly name: ParameterName;
	readonly values?: readonly string[];
	/** `number-or-word` is for `type`, which also accepts a number. */
	readonly format: 'word' | 'number-or-word' | 'loc' | 'date' | 'non-negative-integer';
}

const start = { name: 'start', format: 'non-negative-integer' } as const satisfies Parameter;
const count = { name: 'count', format: 'non-negative-integer' } as const satisfies Parameter;
const status = { name: 'status', values: relationStatuses, format: 'word' } as const satisfies Parameter;

/** An operation of the data API (Spec §4.2). */
export interface Operation {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Path below `{base_url}`; `:id` is the only variable segment. */
	readonly path: string;
	readonly parameters: readonly Parameter[];
	readonly returns: ResourceName;
	readonly success: 200 | 202;
	/** Required if the call has a token (gap register, `authorization-needs`). */
	readonly scope: Scope;
	/** Whether the sandbox rejects the call without a token (102). */
	readonly tokenRequired: boolean;
}

const read = {
	method: 'GET',
	parameters: [],
	success: 200,
	scope: 'event_basic_r',
	tokenRequired: false,
} as const;
const list = { ...read, parameters: [start, count] } as const;
const eventsByStatus = { ...read, parameters: [status, start, count], returns: 'EventList' } as const;
const write = {
	parameters: [],
	returns: 'Nothing',
	success: 202,
	scope: 'event_basic_w',
	tokenRequired: true,
} as const;

/** The operations of the data API (Spec §4.2). Their names are this project's. */
export const operations = {
	listEvents: {
		...read,
		path: '/v2/event/list',
		parameters: [
			{ name: 'loc', format: 'loc' },
			{ name: 'day_type', values: dayTypes, format: 'word' },
			{ name: 'type', values: eventTypes, format: 'number-or-word' },
			start,
			count,
		],
		returns: 'EventList',
	},
	listCreatedEvents: { ...list, path: '/v2/event/user_created/:id', returns: 'EventList' },
	listParticipatedEvents: { ...eventsByStatus, path: '/v2/event/user_participated/:id' },
	listWishedEvents: { ...eventsByStatus, path: '/v2/event/user_wished/:id' },
	getEvent: { ...read, path: '/v2/event/:id', returns: 'Event' },
	listParticipants: { ...list, path: '/v2/event/:id/participants', returns: 'UserList' },
	listWishers: { ...list, path: '/v2/event/:id/wishers', returns: 'UserList' },
	listLocs: { ...list, path: '/v2/loc/list', returns: 'LocList' },
	getLoc: { ...read, path: '/v2/loc/:id', returns: 'Loc' },
	joinEvent: {
		...write,
		method: 'POST',
		path: '/v2/event/:id/participants',
		parameters: [{ name: 'participate_date', format: 'date' }],
	},
	leaveEvent: { ...write, method: 'DELETE', path: '/v2/event/:id/participants' },
	wishEvent: { ...write, method: 'POST', path: '/v2/event/:id/wishers' },
	unwishEvent: { ...write, method: 'DELETE', path: '/v2/event/:id/wishers' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** The lists that joins and wishes change; they accept a `status` filter. */
export const relationLists = ['listParticipatedEvents', 'listWishedEvents'] as const;
export const personLists = [...relationLists, 'listCreatedEvents'] as const;

/** An operation's query parameters. */
export type ParametersOf<Name extends OperationName> = {
	[P in (typeof operations)[Name]['parameters'][number]['name']]?: string | number | undefined;
};

/**
 * Path and query of a call in canonical form: parameters in the table's order, absent ones omitted.
 *
 * @param input `id` for the variable segment, and query parameters
 * @returns for example `/v2/event/list?loc=108288&day_type=today`
 */
export function operationPath<Name extends OperationName>(
	name: Name,
	input: ParametersOf<Name> & { id?: string } = {} as ParametersOf<Name>,
): string {
	const { path, parameters }: Operation = operations[name];
	return fillPath(path, input, parameters);
}

/** A path with values for its variable segments, such as `:id`, and for these query parameters, unless absent. */
export function fillPath(
	pattern: string,
	input: Readonly<Record<string, string | number | undefined>>,
	parameters: readonly Parameter[] = [],
): string {
	const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input[name] ?? ''));
	const query = new URLSearchParams();
	for (const { name } of parameters) {
		const value = input[name];
		if (value !== undefined && !pattern.includes(`:${name}`)) query.set(name, String(value));
	}
	return query.size === 0 ? path : `${path}?${query}`;
}

/** Paths of the authorization endpoints below `{auth_url}` (Spec §4.1). */
export const authorizationPaths = {
	authorize: '/service/auth2/auth',
	token: '/service/auth2/token',
} as const;

export const responseTypes = ['code', 'token'] as const;
