/** Typed calls to the BFF. */
import { apiPath } from '../../contract/bff-api/api.ts';
import type { Problem } from '../../contract/bff-api/problem.ts';
import { csrfHeader, epochHeader } from '../../contract/bff-api/session-headers.ts';
import type { ValueOf } from '../../contract/bff-api/values.ts';
import { readCount, readText } from '../../contract/event/fields.ts';
import { type List, type PageRange, Pager } from '../../contract/event/lists.ts';
import type { CallParameters } from '../../contract/spec/call.ts';
import { paging } from '../../contract/spec/filters.ts';
import { type OperationName, operations } from '../../contract/spec/operations.ts';
import { parseJson } from '../ui/attempt.ts';
import { InvalidResponseError, NetworkError, PortalError, ProblemError, ServiceError } from './errors.ts';
import { isOffline } from './online.ts';

export interface CallOptions {
	signal?: AbortSignal | undefined;
	/** Epoch of the session that makes the call. The BFF rejects the call if another tab has begun a session since. */
	epoch?: string | undefined;
}

/**
 * Calls an operation of the specification at its BFF endpoint.
 *
 * @throws ServiceError, ProblemError, NetworkError, InvalidResponseError; aborts are rethrown unchanged
 */
export async function callOperation<Name extends OperationName>(
	operation: Name,
	parameters: CallParameters<Name>,
	options: CallOptions = {},
): Promise<ValueOf<Name>> {
	const { method } = operations[operation];
	const { id: _, ...body } = parameters;
	const path = apiPath({ operation, parameters });
	const hasBody = method === 'POST' && Object.values(body).some((value) => value !== undefined);
	const value = await send(method, path, hasBody ? body : undefined, options, readJson);
	if (typeof value !== 'object' || value === null) throw new InvalidResponseError(typeof value);
	return value as ValueOf<Name>;
}

/**
 * Reads a list page by page, up to a limit, because a list may never end.
 *
 * @param maxItems stops once this many are read; if pages are short, `maxPages` stops it first
 * @returns each item once; `isComplete`: whether the list ended before the limit
 * @throws whatever `read` throws
 */
export async function readPages<Item extends { id: string }>(
	read: (range: PageRange) => Promise<List<Item>>,
	maxPages: number,
	maxItems = Number.POSITIVE_INFINITY,
): Promise<{ items: Item[]; isComplete: boolean }> {
	const pager = new Pager({ start: 0, count: paging.maxCount });
	const items = new Map<string, Item>();
	for (let pages = 0; pager.next !== undefined && pager.end < maxItems && pages < maxPages; pages++) {
		const range = pager.next;
		const page = await read(range);
		pager.add(page, range);
		for (const item of page.items) items.set(item.id, item);
	}
	return { items: [...items.values()], isComplete: pager.next === undefined };
}

/**
 * Calls one of the BFF's own endpoints (`contract/bff-api`).
 *
 * @returns the JSON body; undefined if empty
 * @throws ServiceError, ProblemError, NetworkError; aborts are rethrown unchanged
 */
export async function callBff<Value = unknown>(
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
	path: string,
	body?: object,
	options: CallOptions = {},
): Promise<Value> {
	return (await send(method, path, body, options, readJson)) as Value;
}

/** Like `callBff`, for a response that is a file. */
export function fetchFile(path: string, body: object, options: CallOptions): Promise<Blob> {
	return send('POST', path, body, options, (response) => response.blob());
}

/** Captive portals and weak mobile networks may accept a call and never respond. */
const readTimeoutMs = 10_000;

const readJson = async (response: Response) => parseJson(await response.text());

async function send<Value>(
	method: string,
	url: string,
	body: object | undefined,
	{ signal, epoch }: CallOptions,
	read: (response: Response) => Promise<Value>,
): Promise<Value> {
	const wasOffline = isOffline();
	// Writes have no time limit: whether they took effect would be unknown.
	const limit =
		method === 'GET'
			? AbortSignal.any([AbortSignal.timeout(readTimeoutMs), ...(signal === undefined ? [] : [signal])])
			: signal;
	let response: Response;
	let value: unknown;
	try {
		response = await fetch(url, {
			method,
			// The BFF never redirects calls, but a captive portal does.
			redirect: 'manual',
			// A write arrives even if the page is left or closed meanwhile.
			keepalive: method !== 'GET',
			headers: {
				[csrfHeader]: '1',
				...(epoch === undefined ? {} : { [epochHeader]: epoch }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			...(limit === undefined ? {} : { signal: limit }),
		});
		if (response.ok && response.headers.get('content-type')?.startsWith('text/html') !== true)
			return await read(response);
		value = await readJson(response);
	} catch (error) {
		if (signal?.aborted) throw error;
		throw new NetworkError(error, !wasOffline);
	}
	// 511: RFC 6585 §6
	if (response.ok || response.type === 'opaqueredirect' || response.status === 511)
		throw new PortalError(new Error('the answer of a captive portal'), true);
	const retryAfter = secondsOf(response.headers.get('retry-after'));
	/** An object, even if `value` is null. */
	const sent = Object(value) as Partial<Record<'reason' | 'status' | 'code' | 'msg', unknown>>;
	if (typeof sent.reason === 'string' && typeof sent.status === 'number')
		throw new ProblemError(sent as Problem, retryAfter);
	const code = readCount(sent.code);
	if (code !== null) throw new ServiceError({ code, msg: readText(sent.msg) }, response.status, retryAfter);
	throw new NetworkError(new Error(`status ${response.status} with a body that is not the BFF's`), true);
}

const secondsOf = (header: string | null) =>
	header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
