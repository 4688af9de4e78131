/** What the service worker keeps, with the caches of undici, which are those of the Fetch standard. */
import { Request, Response, caches as standardCaches } from 'undici';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeptResponses } from '../../../src/web/app/kept-responses.ts';
import { dropCaches } from '../../../src/web/shared/kept-caches.ts';

const caches = standardCaches as unknown as CacheStorage;
const [first, second] = ['e'.repeat(22), 'f'.repeat(22)] as const;
const origin = 'https://events.example';
const requestOf = (path: string) => new Request(origin + path) as unknown as globalThis.Request;
const responseOf = (body: string, headers: Record<string, string> = {}) =>
	new Response(body, { headers }) as unknown as globalThis.Response;
const noStore = { 'cache-control': 'private, no-store' };

/** A response whose body arrives when the test says so. */
function slowResponse() {
	const { promise, resolve } = Promise.withResolvers<void>();
	const body = new ReadableStream({
		async pull(controller) {
			await promise;
			controller.enqueue(new TextEncoder().encode('late'));
			controller.close();
		},
	});
	return { response: new Response(body) as unknown as globalThis.Response, arrive: resolve };
}

const namesWith = async (part: string) => (await caches.keys()).filter((name) => name.includes(part));
const textOf = async (found: Promise<globalThis.Response | undefined>) => (await found)?.text();

beforeEach(async () => {
	for (const name of await caches.keys()) await caches.delete(name);
});

describe('what is kept for a session', () => {
	it('is found in the session, also by a worker that was started anew', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		await kept.keep('responses', first, requestOf('/api/a'), responseOf('mine', noStore));
		expect(await textOf(kept.find('responses', requestOf('/api/a')))).toBe('mine');
		const later = createKeptResponses(caches);
		expect(await later.epoch()).toBe(first);
		expect(await textOf(later.find('responses', requestOf('/api/a')))).toBe('mine');
	});

	it.each(['pages', 'images', 'responses'] as const)('is gone when the session ends: %s', async (kind) => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		await kept.keep(kind, first, requestOf('/a'), responseOf('mine', noStore));
		await kept.end(null);
		expect(await kept.find(kind, requestOf('/a'))).toBeUndefined();
		expect(await kept.epoch()).toBeNull();
		expect(await namesWith('own')).toEqual([]);
	});

	it('is gone when another session begins, and does not come back with a late response', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		await kept.keep('responses', first, requestOf('/api/a'), responseOf('of the first', noStore));
		await kept.begin(second);
		await kept.keep('responses', first, requestOf('/api/b'), responseOf('of the first', noStore));
		await kept.begin(first);
		expect(await kept.epoch()).toBe(second);
		expect(await namesWith(first)).toEqual([]);
	});

	it('is not kept when its session was over before the response arrived', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		const { response, arrive } = slowResponse();
		const keeping = kept.keep('responses', first, requestOf('/api/a'), response);
		await kept.end(null);
		arrive();
		await keeping;
		expect(await namesWith('own')).toEqual([]);
	});

	it('is not kept when a page has deleted the caches meanwhile', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		await dropCaches(caches, null);
		await kept.keep('images', first, requestOf('/images/96'), responseOf('image', noStore));
		expect(await namesWith('own')).toEqual([]);
	});

	it('stays when a response says that an earlier session is over', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(second);
		await kept.keep('responses', second, requestOf('/api/a'), responseOf('mine', noStore));
		await kept.end(first);
		expect(await textOf(kept.find('responses', requestOf('/api/a')))).toBe('mine');
	});

	it('is not begun again by a response that says so after the end', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		await kept.end(null);
		await kept.begin(first);
		expect(await kept.epoch()).toBeNull();
	});
});

describe('what is kept for nobody in particular', () => {
	it('stays when a session ends, and is found in it', async () => {
		const kept = createKeptResponses(caches);
		await kept.keep('pages', null, requestOf('/cities'), responseOf('cities'));
		await kept.begin(first);
		expect(await textOf(kept.find('pages', requestOf('/cities')))).toBe('cities');
		await kept.end(null);
		expect(await textOf(kept.find('pages', requestOf('/cities')))).toBe('cities');
	});

	it('does not include what is marked no-store', async () => {
		const kept = createKeptResponses(caches);
		await kept.keep('responses', null, requestOf('/api/a'), responseOf('private', noStore));
		expect(await kept.find('responses', requestOf('/api/a'))).toBeUndefined();
	});

	it('does not include anything that a session has kept', async () => {
		const kept = createKeptResponses(caches);
		await kept.begin(first);
		await kept.keep('pages', first, requestOf('/me/participated'), responseOf('mine'));
		await kept.end(first);
		expect(await kept.find('pages', requestOf('/me/participated'))).toBeUndefined();
	});
});

it('the caches of earlier versions are deleted, whatever is in them', async () => {
	await caches.open('responses-1');
	await dropCaches(caches, first);
	expect(await caches.keys()).toEqual([]);
});

it('the oldest entries are deleted first, so that a cache does not grow without end', async () => {
	const kept = createKeptResponses(caches);
	for (let page = 0; page < 42; page++)
		await kept.keep('pages', null, requestOf(`/events/${page}`), responseOf('page'));
	const found = await Promise.all(
		[0, 1, 2, 41].map((page) => kept.find('pages', requestOf(`/events/${page}`))),
	);
	expect(found.map((response) => response !== undefined)).toEqual([false, false, true, true]);
});
