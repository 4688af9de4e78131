/** The operation that a request is for (Spec §4.1, §4.2), and the resources in its response. */
import { matchOperations } from '../../../src/contract/spec/match-operation.ts';
import { type OperationName, operations } from '../../../src/contract/spec/operations.ts';
import { type Fields, isFields, type ServiceRequest, type ServiceResponse } from './messages.ts';

/** The operation of a request; undefined for anything else. */
export function operationOf({ method, path }: ServiceRequest): OperationName | undefined {
	const pathname = `/${path.map(encodeURIComponent).join('/')}`;
	return matchOperations(pathname).find(({ operation }) => operation.method === method)?.name;
}

export const isRead = (name: OperationName | undefined): name is OperationName =>
	name !== undefined && operations[name].method === 'GET';

const isEventList = (name: OperationName | undefined): boolean =>
	name !== undefined && operations[name].returns === 'EventList';

export const isList = (name: OperationName | undefined): boolean =>
	name !== undefined && operations[name].returns.endsWith('List');

/** Lists of a user's events: `user_created`, `user_participated`, `user_wished`. */
export const isPersonsList = (name: OperationName | undefined): boolean =>
	isEventList(name) && name !== 'listEvents';

const endpoint = (request: ServiceRequest, last: string) =>
	request.path.join('/') === `service/auth2/${last}`;
export const isAuthorize = (request: ServiceRequest): boolean => endpoint(request, 'auth');
export const isToken = (request: ServiceRequest): boolean => endpoint(request, 'token');

const elements = (body: Fields, name: string): Fields[] =>
	Array.isArray(body[name]) ? (body[name] as unknown[]).filter(isFields) : [];

/** The resources in a response to an operation that returns one, or a list of them, to be changed in place. */
const resourcesIn =
	(one: 'Event' | 'Loc', listName: 'events' | 'locs') =>
	(request: ServiceRequest, { status, body }: ServiceResponse): Fields[] => {
		const name = operationOf(request);
		if (name === undefined || status !== 200 || !isFields(body)) return [];
		if (operations[name].returns === one) return [body];
		return operations[name].returns === `${one}List` ? elements(body, listName) : [];
	};

/** Every event of a response. */
export const eventsIn = resourcesIn('Event', 'events');

/** Every city of a response. */
export const locsIn = resourcesIn('Loc', 'locs');
