/**
 * Calls to the BFF: the operations of the specification, and the BFF's own endpoints. The boundary of the web app: what
 * comes out are values of `contract/event`, never fields as the service sends them. Throws typed errors and does nothing
 * else.
 */
import type { Problem } from '../../contract/bff-api/problem.ts';
import { csrfHeader } from '../../contract/bff-api/session.ts';
import { type Event, readEvent } from '../../contract/event/event.ts';
import { readCount, readText, UnreadableError } from '../../contract/event/fields.ts';
import { type List, readEventList, readLocList, readUserList } from '../../contract/event/lists.ts';
import { type Loc, readLoc } from '../../contract/event/loc.ts';
import type { Person } from '../../contract/event/person.ts';
import { apiPrefix } from '../../contract/paths.ts';
import {
	type OperationName,
	operationPath,
	operations,
	type ParametersOf,
} from '../../contract/spec/operations.ts';
import { InvalidResponseError, NetworkError, ProblemError, ServiceError } from './errors.ts';
import { keptHeader } from './kept-header.ts';
import { isOffline } from './online.ts';

/** What each kind of response is read as. */
interface Values {
	Event: Event;
	EventList: List<Event>;
	UserList: List<Person>;
	Loc: Loc;
	LocList: List<Loc>;
	Nothing: undefined;
}

const readers: { [Kind in keyof Values]: (body: unknown) => Values[Kind] } = {
	Event: readEvent,
	EventList: readEventList,
	UserList: readUserList,
	Loc: readLoc,
	LocList: readLocList,
	// The body of a 202 may be anything, or nothing (gap register, `body-of-202`).
	Nothing: () => undefined,
};

/** What a call of an operation gives. */
export type ValueOf<Name extends OperationName> = Values[(typeof operations)[Name]['returns']];

/** `id` for the path, and the query parameters. */
export type InputOf<Name extends OperationName> = ParametersOf<Name> & { id?: string };

export interface CallOptions {
	signal?: AbortSignal | undefined;
	/** Whether the response must come from the service now, not from what the BFF keeps of a person's own lists. */
	isReload?: boolean;
	/** Called when the response is one that the service worker kept from an earlier call. */
	onKept?: (() => void) | undefined;
}

/** URL of an operation at the BFF, path and query. */
export function operationUrl<Name extends OperationName>(name: Name, input: InputOf<Name>): string {
	return `${apiPrefix}${operationPath(name, input)}`;
}

/** Reads the body of an operation's response. @throws UnreadableError */
export function readBody<Name extends OperationName>(name: Name, body: unknown): ValueOf<Name> {
	const read: (body: unknown) => Values[keyof Values] = readers[operations[name].returns];
	return read(body) as ValueOf<Name>;
}

/**
 * Calls an operation of the specification.
 *
 * @throws ServiceError, ProblemError, NetworkError, InvalidResponseError; an abort as it comes
 */
export async function callOperation<Name extends OperationName>(
	name: Name,
	input: InputOf<Name>,
	options: CallOptions = {},
): Promise<ValueOf<Name>> {
	const body = await send(operations[name].method, operationUrl(name, input), undefined, options);
	try {
		return readBody(name, body);
	} catch (error) {
		throw error instanceof UnreadableError ? new InvalidResponseError(error) : error;
	}
}

/**
 * Calls an endpoint of the BFF's own (`contract/bff-api`).
 *
 * @returns the body as JSON; undefined when there is none
 * @throws ServiceError, ProblemError, NetworkError; an abort as it comes
 */
export function callBff(
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	body?: object,
	options: CallOptions = {},
): Promise<unknown> {
	return send(method, path, body, options);
}

async function send(
	method: string,
	url: string,
	body: object | undefined,
	{ signal, isReload, onKept }: CallOptions,
): Promise<unknown> {
	const wasOffline = isOffline();
	let response: Response;
	let text: string;
	try {
		response = await fetch(url, {
			method,
			headers: { [csrfHeader]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			credentials: 'same-origin',
			...(isReload === true ? { cache: 'reload' } : {}),
			...(signal === undefined ? {} : { signal }),
		});
		text = await response.text();
	} catch (error) {
		if (signal?.aborted) throw error;
		throw new NetworkError(error, !wasOffline);
	}
	const value = parse(text);
	if (response.headers.has(keptHeader)) onKept?.();
	if (response.ok) return value;
	const retryAfter = secondsOf(response.headers.get('retry-after'));
	if (isProblem(value)) throw new ProblemError(value, retryAfter);
	const code = readCount(fieldOf(value, 'code'));
	if (code !== null)
		throw new ServiceError({ code, msg: readText(fieldOf(value, 'msg')) }, response.status, retryAfter);
	throw new NetworkError(new Error(`status ${response.status} with a body that is not the BFF's`), true);
}

function parse(text: string): unknown {
	try {
		return text === '' ? undefined : JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

const secondsOf = (header: string | null) =>
	header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;

/** A field of a body of any kind. */
const fieldOf = (body: unknown, name: string): unknown =>
	typeof body === 'object' && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;

const isProblem = (body: unknown): body is Problem =>
	typeof fieldOf(body, 'reason') === 'string' && typeof fieldOf(body, 'status') === 'number';
