import { describe, expect, it, vi } from 'vitest';
import { callOperation } from '../../../src/web/shared/call.ts';
import {
	InvalidResponseError,
	NetworkError,
	PortalError,
	ProblemError,
	ServiceError,
} from '../../../src/web/shared/errors.ts';
import { formatError } from '../../../src/web/shared/format-error.ts';
import { isTransient } from '../../../src/web/shared/query-client.ts';

const respond = (body: unknown, init?: ResponseInit) =>
	vi.stubGlobal('fetch', async () =>
		typeof body === 'string' ? new Response(body, init) : Response.json(body, init),
	);
const failureOf = (calling: Promise<unknown>) =>
	calling.then(
		() => expect.fail('the call succeeded'),
		(error: unknown) => error,
	);

describe('a call to an operation', () => {
	it.each([
		['not JSON', '<html>'],
		['nothing', ''],
		['null', 'null'],
	])('fails with a specific message when the response is %s', async (_what, body) => {
		respond(body);
		const error = await failureOf(callOperation('getEvent', { id: '7' }));
		expect(error).toBeInstanceOf(InvalidResponseError);
		expect(formatError(error)).toBe('The events service sent something unreadable. Try again later.');
	});

	it.each([
		['with its page', new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })],
		['with the status for it', new Response('<html>', { status: 511 })],
		[
			'with a redirect',
			Object.defineProperty(new Response(null, { status: 302 }), 'type', { value: 'opaqueredirect' }),
		],
	])('names the network when a captive portal answers %s', async (_how, response) => {
		const fetch = vi.fn(async () => response);
		vi.stubGlobal('fetch', fetch);
		expect(await failureOf(callOperation('getEvent', { id: '7' }))).toBeInstanceOf(PortalError);
		expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ redirect: 'manual' }));
	});

	it.each([
		['an error of the service', { code: 107, msg: 'x', request: '' }, 400, ServiceError],
		['an error whose code is a string', { code: '107' }, 404, ServiceError],
		['a problem of the BFF', { reason: 'service_timeout', status: 504 }, 504, ProblemError],
		['the page of a proxy', '<html>', 502, NetworkError],
		['any other body', [1, 2], 500, NetworkError],
	])('fails with %s', async (_what, body, status, kind) => {
		respond(body, { status });
		expect(await failureOf(callOperation('getEvent', { id: '7' }))).toBeInstanceOf(kind);
	});

	it.each([
		['a read ends after ten seconds, and is not tried again by itself', 'getEvent' as const, true],
		['a write waits on: its outcome would be unknown', 'joinEvent' as const, false],
	])('without any answer, %s', async (_what, operation, ends) => {
		const ended = new AbortController();
		const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ended.signal);
		let given: AbortSignal | null | undefined;
		vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
			given = signal;
			return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
		});
		const calling = failureOf(callOperation(operation, { id: '7' }));
		ended.abort(new DOMException('timed out', 'TimeoutError'));
		expect(given?.aborted ?? false).toBe(ends);
		if (!ends) return;
		expect(timeout).toHaveBeenCalledWith(10_000);
		const error = (await calling) as Error;
		expect(error).toBeInstanceOf(NetworkError);
		expect(isTransient(error)).toBe(false);
	});

	it('has a message for a reason that only a newer BFF knows', async () => {
		respond({ reason: 'toString', status: 418 }, { status: 418 });
		const error = await failureOf(callOperation('getEvent', { id: '7' }));
		expect(formatError(error)).toBe('Something went wrong. Try again.');
	});
});
