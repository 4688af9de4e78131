// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import type { PageData } from '../../../src/contract/bff-api/page-data.ts';
import { callOperation, fetchFile } from '../../../src/web/shared/call.ts';
import {
	InvalidResponseError,
	isOutcomeUnknown,
	NetworkError,
	PortalError,
	ProblemError,
	ServiceError,
} from '../../../src/web/shared/errors.ts';
import { formatError } from '../../../src/web/shared/format-error.ts';
import { pageResponse } from '../../../src/web/shared/page-data.tsx';
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

it('a call for a file fails with a problem of the BFF, which can end the session', async () => {
	respond({ reason: 'session_expired', status: 401 }, { status: 401 });
	expect(await failureOf(fetchFile('/file', {}, {}))).toBeInstanceOf(ProblemError);
});

describe('a call to an operation', () => {
	it('sends the parameters of a write as JSON, and returns the updated event', async () => {
		const sent: unknown[] = [];
		vi.stubGlobal('fetch', async (url: string, { method, body, keepalive }: RequestInit) => {
			sent.push([method, url, body]);
			// The user may close the tab right after the tap.
			expect(keepalive).toBe(true);
			return Response.json({ event: { id: '7' } }, { status: 202 });
		});
		const written = await callOperation('joinEvent', { id: '7', participate_date: '2026-11-21' });
		expect(written).toEqual({ event: { id: '7' } });
		await callOperation('wishEvent', { id: 'a/b' });
		expect(sent).toEqual([
			['POST', '/api/events/7/participants', '{"participate_date":"2026-11-21"}'],
			['POST', '/api/events/a%2Fb/wishers', undefined],
		]);
	});

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

	it('rejects with an AbortError when it is aborted', async () => {
		const abort = new AbortController();
		vi.stubGlobal('fetch', async () => {
			abort.abort();
			throw new DOMException('aborted', 'AbortError');
		});
		const error = await failureOf(callOperation('getEvent', { id: '7' }, { signal: abort.signal }));
		expect(error).toMatchObject({ name: 'AbortError' });
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

const problem = (status: number, reason: 'outcome_unknown' | 'service_timeout') =>
	new ProblemError({ type: 'about:blank', title: '', detail: '', status, reason });
it.each([
	[new NetworkError(null, true), true],
	[new NetworkError(null, false), false],
	[problem(504, 'outcome_unknown'), true],
	[problem(504, 'service_timeout'), false],
])('the outcome of a write after %s is unknown: %s', (error, expected) => {
	expect(isOutcomeUnknown(error)).toBe(expected);
});

const page = (responses: PageData['responses']) => ({ responses }) as PageData;
it('a response embedded in the page is what a call would return, and undefined when the page does not contain it', () => {
	const carried = page({ '/api/events/7': { id: '7', participantCount: 3 } });
	expect(pageResponse(carried, 'getEvent', { id: '7' })?.participantCount).toBe(3);
	expect(pageResponse(page({}), 'getEvent', { id: '7' })).toBeUndefined();
});
