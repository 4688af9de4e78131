/** The operation of the specification that a request is for (Spec §4.1, §4.2), and the resources inside its response. */
import { type Operation, type OperationName, operations } from '../../../src/contract/spec/operations.ts';
import { type Fields, isFields, type ServiceRequest, type ServiceResponse } from './messages.ts';

const rows = (Object.entries(operations) as [OperationName, Operation][])
	.map(([name, { method, path }]) => ({ name, method, segments: path.split('/').slice(1) }))
	// `event/list` matches `event/:id` too: literal segments come first.
	.toSorted((left, right) => Number(left.segments.includes(':id')) - Number(right.segments.includes(':id')));

/** The operation of a request; undefined for anything else. */
export function operationOf({ method, path }: ServiceRequest): OperationName | undefined {
	return rows.find(
		(row) =>
			row.method === method &&
			row.segments.length === path.length &&
			row.segments.every((segment, index) => segment === path[index] || segment === ':id'),
	)?.name;
}

/** The index of the id in the path of an operation; -1 if it has none. */
export const idIndexOf = (name: OperationName): number =>
	operations[name].path.split('/').slice(1).indexOf(':id');

export const isRead = (name: OperationName | undefined): name is OperationName =>
	name !== undefined && operations[name].method === 'GET';

const isEventList = (name: OperationName | undefined): boolean =>
	name !== undefined && operations[name].returns === 'EventList';

export const isList = (name: OperationName | undefined): boolean =>
	name !== undefined && operations[name].returns.endsWith('List');

/** Lists of a user's events: `user_created`, `user_participated`, `user_wished`. */
export const isPersonsList = (name: OperationName | undefined): boolean =>
	isEventList(name) && name !== 'listEvents';

export const isPeopleList = (name: OperationName | undefined): boolean =>
	name === 'listParticipants' || name === 'listWishers';

const endpoint = (request: ServiceRequest, last: string) =>
	request.path.join('/') === `service/auth2/${last}`;
export const isAuthorize = (request: ServiceRequest): boolean => endpoint(request, 'auth');
export const isToken = (request: ServiceRequest): boolean => endpoint(request, 'token');

const elements = (body: Fields, name: string): Fields[] =>
	Array.isArray(body[name]) ? (body[name] as unknown[]).filter(isFields) : [];

/** The resources of each kind inside a response to an operation, to be changed in place. */
function resourcesIn(request: ServiceRequest, { status, body }: ServiceResponse) {
	const name = operationOf(request);
	const none = { events: [], users: [], locs: [] };
	if (name === undefined || status !== 200 || !isFields(body)) return none;
	switch (operations[name].returns) {
		case 'Event':
			return { ...none, events: [body] };
		case 'EventList':
			return { ...none, events: elements(body, 'events') };
		case 'UserList':
			return { ...none, users: elements(body, 'users') };
		case 'Loc':
			return { ...none, locs: [body] };
		case 'LocList':
			return { ...none, locs: elements(body, 'locs') };
		default:
			return none;
	}
}

/** Every event of a response. */
export const eventsIn = (request: ServiceRequest, response: ServiceResponse): Fields[] =>
	resourcesIn(request, response).events;

/** Every user of a response: the elements of a list of people, and the owners of events. */
export function usersIn(request: ServiceRequest, response: ServiceResponse): Fields[] {
	const { events, users } = resourcesIn(request, response);
	return [...users, ...events.flatMap(({ owner }) => (isFields(owner) ? [owner] : []))];
}

/** Every city of a response. */
export const locsIn = (request: ServiceRequest, response: ServiceResponse): Fields[] =>
	resourcesIn(request, response).locs;
