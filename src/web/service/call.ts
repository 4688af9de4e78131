/** Calls to the BFF: the specification's operations, and the session. Throws typed errors and does nothing else. */
import type { OperationName, ParametersOf } from '../../contract/operations.ts';
import { operationPath, operations } from '../../contract/operations.ts';
import type { Event, EventList, Loc, LocList, UserList } from '../../contract/resources.ts';
import { apiPrefix, csrfHeader, type Problem } from '../../contract/session.ts';
import { NetworkError, ProblemError, ServiceError } from './errors.ts';

interface Bodies {
	Event: Event;
	EventList: EventList;
	UserList: UserList;
	Loc: Loc;
	LocList: LocList;
	Nothing: unknown;
}
type AnswerOf<Name extends OperationName> = Bodies[(typeof operations)[Name]['returns']];

export interface CallOptions {
	signal?: AbortSignal | undefined;
}

/** Address of an operation at the BFF; page data are kept under it too. */
export function operationAddress<Name extends OperationName>(
	name: Name,
	input: ParametersOf<Name> & { id?: string },
): string {
	return `${apiPrefix}${operationPath(name, input)}`;
}

/**
 * Calls an operation of the specification.
 *
 * @throws ServiceError, ProblemError, NetworkError; an abort as it comes
 */
export async function callService<Name extends OperationName>(
	name: Name,
	input: ParametersOf<Name> & { id?: string },
	options: CallOptions = {},
): Promise<AnswerOf<Name>> {
	return (await send(
		operations[name].method,
		operationAddress(name, input),
		undefined,
		options,
	)) as AnswerOf<Name>;
}

/** Calls an endpoint of the BFF's own, under /auth or /search. @throws as `callService` */
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
	address: string,
	body: object | undefined,
	{ signal }: CallOptions,
): Promise<unknown> {
	let response: Response;
	let text: string;
	try {
		response = await fetch(address, {
			method,
			headers: { [csrfHeader]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			credentials: 'same-origin',
			...(signal === undefined ? {} : { signal }),
		});
		text = await response.text();
	} catch (error) {
		if (error instanceof DOMException && error.name === 'AbortError') throw error;
		throw new NetworkError(error);
	}
	const answer = parse(text);
	// The body of a 202 or 204 may be anything, or nothing (gap register).
	if (response.ok) return answer;
	const retryAfter = secondsOf(response.headers.get('retry-after'));
	if (isProblem(answer)) throw new ProblemError(answer, retryAfter);
	if (isErrorBody(answer)) throw new ServiceError(answer, response.status, retryAfter);
	throw new NetworkError(new Error(`status ${response.status} with an answer that is not the BFF's`));
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
	header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
const isProblem = (value: unknown): value is Problem =>
	typeof (value as Problem | undefined)?.reason === 'string';
const isErrorBody = (value: unknown): value is { code: number; msg: string; request: string } =>
	typeof (value as { code?: unknown } | undefined)?.code === 'number';
