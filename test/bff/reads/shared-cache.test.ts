import { describe, expect, it } from 'vitest';
import { type CachedResponse, createSharedCache } from '../../../src/bff/reads/shared-cache.ts';
import type { OperationName } from '../../../src/contract/spec/operations.ts';

const minute = 60_000;
const path = '/v2/event/list?loc=108288';
const list = (ids: string[], wisher_count = 1): CachedResponse => ({
	status: 200,
	body: JSON.stringify({ events: ids.map((id) => ({ id, participant_count: 1, wisher_count })) }),
	events: ids.map((id) => ({ id, isPublic: true })),
});

function cacheAt(options: { maxBytes?: number; stretch?: () => number } = {}) {
	const time = { now: 0 };
	const cache = createSharedCache({ ...options, now: () => time.now });
	const loads: string[] = [];
	let next: () => Promise<CachedResponse> = async () => list(['1']);
	return {
		cache,
		time,
		loads,
		respondWith: (load: () => Promise<CachedResponse>) => {
			next = load;
		},
		read: (at = path) =>
			cache.read('listEvents', at, () => {
				loads.push(at);
				return next();
			}),
	};
}

describe('the shared cache', () => {
	it('makes one call for many equal requests', async () => {
		const { read, loads } = cacheAt();
		await Promise.all(Array.from({ length: 50 }, () => read()));
		expect(loads).toHaveLength(1);
	});

	it('sends a stale response at once, fetches it again, and then sends the fresh one', async () => {
		const { read, time, loads, respondWith } = cacheAt();
		await read();
		time.now += 15 * minute;
		respondWith(async () => list(['2']));
		expect((await read()).result).toBe('hit; detail=stale');
		await Promise.resolve();
		expect((await read()).response.body).toContain('"2"');
		expect(loads).toHaveLength(2);
	});

	it('waits for a fresh response when the stale one is too old', async () => {
		const { read, time, respondWith } = cacheAt();
		await read();
		time.now += 31 * minute;
		respondWith(async () => list(['2']));
		const { response, result } = await read();
		expect([result, response.body.includes('"2"')]).toEqual(['fwd=uri-miss; stored', true]);
	});

	it('sends an old response when the service fails or the limit is reached, for a day', async () => {
		const { read, time, respondWith } = cacheAt();
		await read();
		time.now += 5 * 60 * minute;
		respondWith(() => Promise.reject(new Error('down')));
		expect((await read()).result).toBe('hit; detail=stale-if-error');
		respondWith(async () => ({ status: 400, body: '{"code":112}', code: 112 }));
		expect((await read()).result).toBe('hit; detail=stale-if-error');
		time.now += 24 * 60 * minute;
		expect((await read()).response.code).toBe(112);
	});

	it('remembers for a short time that something does not exist', async () => {
		const { read, time, loads, respondWith } = cacheAt();
		respondWith(async () => ({ status: 400, body: '{"code":107}', code: 107 }));
		await read();
		await read();
		expect(loads).toHaveLength(1);
		time.now += minute;
		respondWith(async () => list(['1']));
		expect((await read()).response.status).toBe(200);
	});

	it('does not keep other error responses', async () => {
		const { read, loads, respondWith } = cacheAt();
		respondWith(async () => ({ status: 400, body: '{"code":102}', code: 102 }));
		await read();
		await read();
		expect(loads).toHaveLength(2);
	});

	it('corrects the counters of an event in every response that contains it, and in no other', async () => {
		const { cache, read, respondWith } = cacheAt();
		respondWith(async () => list(['1', '2']));
		await read('/a');
		respondWith(async () => list(['2', '3']));
		await read('/b');
		cache.repair({ id: '2', counters: { participant_count: 7, wisher_count: 8 }, readAt: 0 });
		const counts = async (at: string) =>
			(JSON.parse((await read(at)).response.body) as { events: object[] }).events;
		const changed = { id: '2', participant_count: 7, wisher_count: 8 };
		expect(await counts('/a')).toEqual([{ id: '1', participant_count: 1, wisher_count: 1 }, changed]);
		expect(await counts('/b')).toEqual([changed, { id: '3', participant_count: 1, wisher_count: 1 }]);
	});

	it('sends a response that was requested before a write, and does not store it', async () => {
		const { cache, read, loads, respondWith } = cacheAt();
		let finish: (response: CachedResponse) => void = () => undefined;
		respondWith(
			() =>
				new Promise((resolve) => {
					finish = resolve;
				}),
		);
		const reading = read();
		cache.forget((each) => each === path);
		finish(list(['old']));
		expect((await reading).response.body).toContain('old');
		respondWith(async () => list(['new']));
		expect((await read()).response.body).toContain('new');
		expect(loads).toHaveLength(2);
	});

	it('stores the events that a list contains in full', async () => {
		const { cache, read, respondWith } = cacheAt();
		respondWith(async () => ({
			...list(['1']),
			alongside: [{ path: '/v2/event/1', response: { status: 200, body: '{"id":"1"}' } }],
		}));
		await read();
		const { result } = await cache.read('getEvent', '/v2/event/1', () =>
			Promise.reject(new Error('not asked')),
		);
		expect(result).toBe('hit');
	});

	it('corrects counters in lists with elements that are no events, and with ids that are numbers', async () => {
		const { cache, read, respondWith } = cacheAt();
		const events = [null, 7, 'x', [], { id: 2, participant_count: '1' }];
		respondWith(async () => ({ ...list(['2']), body: JSON.stringify({ events }) }));
		await read();
		cache.repair({ id: '2', counters: { participant_count: 7 }, readAt: 0 });
		expect(JSON.parse((await read()).response.body)).toEqual({
			events: [null, 7, 'x', [], { id: 2, participant_count: 7 }],
		});
	});

	it('corrects the counters of a response that was under way when they were read', async () => {
		const { cache, read, time, respondWith } = cacheAt();
		const before = Promise.withResolvers<CachedResponse>();
		respondWith(() => before.promise);
		const waiting = read();
		time.now = 5;
		cache.repair({ id: '1', counters: { wisher_count: 2 }, readAt: 3 });
		const event = { status: 200, body: '{"id":"1","wisher_count":1}', events: [{ id: '1', isPublic: true }] };
		before.resolve({ ...list(['1', '2']), alongside: [{ path: '/v2/event/1', response: event }] });
		for (const { response } of [await waiting, await read()])
			expect(JSON.parse(response.body)).toMatchObject({ events: [{ wisher_count: 2 }, { wisher_count: 1 }] });
		expect(JSON.parse((await cache.find('/v2/event/1'))?.body ?? '')).toEqual({ id: '1', wisher_count: 2 });
		cache.forget(() => true);
		respondWith(async () => list(['1'], 3));
		expect(JSON.parse((await read()).response.body)).toMatchObject({ events: [{ wisher_count: 3 }] });
	});

	it('keeps the counters of the read that began last, whichever arrives first', async () => {
		const { cache, read } = cacheAt();
		await read();
		expect(cache.repair({ id: '1', counters: { wisher_count: 3 }, readAt: 2 })).toBe(true);
		expect(cache.repair({ id: '1', counters: { wisher_count: 2, participant_count: 2 }, readAt: 1 })).toBe(
			false,
		);
		const [event] = (JSON.parse((await read()).response.body) as { events: object[] }).events;
		expect(event).toEqual({ id: '1', participant_count: 1, wisher_count: 3 });
	});

	it('counts an event as public only while every response that contains it does', async () => {
		const { cache, read, respondWith } = cacheAt();
		await read('/a');
		expect(cache.publicEvents(9)).toEqual(['1']);
		respondWith(async () => ({ ...list(['1']), events: [{ id: '1', isPublic: false }] }));
		await read('/b');
		expect(cache.publicEvents(9)).toEqual([]);
		cache.forget((each) => each === '/b');
		expect(cache.publicEvents(9)).toEqual(['1']);
		expect(cache.publicEvents(0)).toEqual([]);
	});

	it('remembers what does not exist, whether the service reports it by code or by status', async () => {
		for (const absence of [
			{ status: 400, code: 121 },
			{ status: 404, code: 1001 },
			{ status: 404 },
			{ status: 410 },
		]) {
			const { read, loads, respondWith } = cacheAt();
			respondWith(async () => ({ body: '{}', ...absence }));
			await read();
			await read();
			expect(loads).toHaveLength(1);
		}
	});

	it('stays within its limit of bytes', async () => {
		const { cache, read, respondWith } = cacheAt({ maxBytes: 10_000 });
		respondWith(async () => ({ status: 200, body: JSON.stringify('x'.repeat(1_000)) }));
		for (let each = 0; each < 50; each++) await read(`/list/${each}`);
		expect(cache.size()).toBeLessThanOrEqual(10_000);
	});

	it('keeps responses longer when the budget runs low', async () => {
		const { read, time } = cacheAt({ stretch: () => 6 });
		await read();
		time.now += 50 * minute;
		expect((await read()).result).toBe('hit');
	});
});

describe('how long a response is sent', () => {
	const hour = 60 * minute;
	const down = () => Promise.reject(new Error('down'));
	const failed = 'down';

	/** What reads do at these ages (milliseconds), when the service responded once and has failed since. */
	async function outcomes(
		name: OperationName,
		ages: readonly number[],
		stretch?: () => number,
	): Promise<string[]> {
		const time = { now: 5 };
		const cache = createSharedCache({ now: () => time.now, ...(stretch === undefined ? {} : { stretch }) });
		await cache.read(name, path, async () => list(['1']));
		const found: string[] = [];
		for (const age of ages) {
			time.now = 5 + age;
			found.push(
				await cache.read(name, path, down).then(
					({ result, response }) => (response.body === list(['1']).body ? result : 'another response'),
					(error: Error) => error.message,
				),
			);
			await new Promise((resolve) => setImmediate(resolve));
		}
		return found;
	}

	it.each([
		['listLocs', 6 * hour],
		['getLoc', 6 * hour],
		['listEvents', 10 * minute],
		['getEvent', 10 * minute],
		['listWishers', minute],
		['listParticipants', minute],
		['listCreatedEvents', minute],
	] as const)('%s: fresh for %i milliseconds, then stale for twice that time', async (name, fresh) => {
		expect(await outcomes(name, [0, fresh - 1, fresh, 3 * fresh - 1, 3 * fresh])).toEqual([
			'hit',
			'hit',
			'hit; detail=stale',
			'hit; detail=stale',
			'hit; detail=stale-if-error',
		]);
	});

	it('ends after a day when the service fails', async () => {
		expect(await outcomes('listEvents', [24 * hour - 1, 24 * hour])).toEqual([
			'hit; detail=stale-if-error',
			failed,
		]);
	});

	it('is multiplied by the factor, whatever it is', async () => {
		const results = ['hit', 'hit; detail=stale', 'hit; detail=stale', 'hit; detail=stale-if-error'];
		expect(await outcomes('listWishers', [119_999, 120_000, 359_999, 360_000], () => 2)).toEqual(results);
		expect(await outcomes('listWishers', [5_999, 6_000, 17_999, 18_000], () => 0.1)).toEqual(results);
	});

	it('is half a minute for what does not exist, which never stands in for a response', async () => {
		for (const name of ['listLocs', 'listWishers'] as const) {
			const time = { now: 0 };
			const cache = createSharedCache({ now: () => time.now, stretch: () => 6 });
			const absence = { status: 404, body: '{"code":107}', code: 107 };
			expect(await cache.read(name, path, async () => absence)).toMatchObject({
				response: absence,
				result: 'fwd=uri-miss; stored',
			});
			time.now = 29_999;
			const { response, result } = await cache.read(name, path, down);
			expect([response.status, response.body, result]).toEqual([404, absence.body, 'hit']);
			time.now = 30_000;
			await expect(cache.read(name, path, down)).rejects.toThrow('down');
			const failure = { status: 500, body: '{"code":999}', code: 999 };
			expect(await cache.read(name, path, async () => failure)).toEqual({
				response: failure,
				result: 'fwd=uri-miss',
			});
		}
	});

	it('is measured from its arrival, also after its counters were corrected and for events of a list', async () => {
		const { cache, read, time, respondWith } = cacheAt();
		respondWith(async () => ({
			...list(['1']),
			alongside: [{ path: '/v2/event/1', response: { status: 200, body: '{"id":"1"}' } }],
		}));
		await read();
		time.now = 10 * minute - 1;
		cache.repair({ id: '1', counters: { wisher_count: 9 }, readAt: 0 });
		expect((await read()).result).toBe('hit');
		expect((await cache.read('getEvent', '/v2/event/1', down)).result).toBe('hit');
		time.now = 10 * minute;
		expect((await cache.read('getEvent', '/v2/event/1', down)).result).toBe('hit; detail=stale');
		respondWith(down);
		expect((await read()).result).toBe('hit; detail=stale');
	});

	it('is measured with a clock of its own when none is given', async () => {
		const cache = createSharedCache();
		await cache.read('listEvents', path, async () => list(['1']));
		expect((await cache.read('listEvents', path, down)).result).toBe('hit');
	});
});

describe('when a fresh response is an error', () => {
	const age = 60 * minute;
	const broken = () => Promise.reject(new Error('down'));

	it.each([
		[{ status: 500 }],
		[{ status: 503, code: 999 }],
		[{ status: 400, code: 111 }],
		[{ status: 400, code: 112 }],
	])('%j is a failure: the old response is sent and kept', async (error) => {
		const { read, time, respondWith } = cacheAt();
		await read();
		time.now = age;
		respondWith(async () => ({ body: '{}', ...error }));
		for (let repeat = 0; repeat < 2; repeat++) {
			const { response, result } = await read();
			expect([response.body, result]).toEqual([list(['1']).body, 'hit; detail=stale-if-error']);
		}
	});

	it.each([
		[{ status: 499 }],
		[{ status: 400, code: 110 }],
		[{ status: 400, code: 113 }],
		[{ status: 400, code: 102 }],
		[{ status: 201 }],
	])('%j is a rejection: it is sent, and the old response is dropped', async (error) => {
		const { cache, read, time, respondWith } = cacheAt();
		await read();
		time.now = age;
		respondWith(async () => ({ body: '{}', ...error }));
		expect(await read()).toEqual({ response: { body: '{}', ...error }, result: 'fwd=uri-miss' });
		expect([cache.size(), cache.publicEvents(9)]).toEqual([0, []]);
		respondWith(broken);
		await expect(read()).rejects.toThrow('down');
	});
});

describe('what a write drops', () => {
	const pending = () => {
		const { promise, resolve } = Promise.withResolvers<CachedResponse>();
		return { load: () => promise, resolve };
	};

	it('is what it has changed, and nothing else', async () => {
		const { cache, read } = cacheAt();
		await read('/a');
		await read('/b');
		cache.forget((each) => each === '/a');
		expect((await read('/b')).result).toBe('hit');
		expect((await read('/a')).result).toBe('fwd=uri-miss; stored');
	});

	it('is no response that is being fetched for another path', async () => {
		const { cache, read, respondWith } = cacheAt();
		const slow = pending();
		respondWith(slow.load);
		const reading = read('/b');
		cache.forget((each) => each === '/a');
		slow.resolve(list(['1']));
		await reading;
		expect((await read('/b')).result).toBe('hit');
	});

	it('is fetched anew once, also when the overtaken response arrives meanwhile', async () => {
		const { cache, read, loads, respondWith } = cacheAt();
		const [before, after] = [pending(), pending()];
		respondWith(before.load);
		const overtaken = read();
		cache.forget(() => true);
		respondWith(after.load);
		const first = read();
		before.resolve(list(['old']));
		expect((await overtaken).response.body).toContain('old');
		const second = read();
		expect(loads).toHaveLength(2);
		after.resolve(list(['new']));
		for (const { response } of await Promise.all([first, second])) expect(response.body).toContain('new');
		expect((await read()).result).toBe('hit');
	});

	it('is no longer in the index of events, even where a response has an event twice', async () => {
		const { cache, read, respondWith } = cacheAt();
		respondWith(async () => list(['1', '1', '2']));
		await read('/a');
		expect(cache.publicEvents(9)).toEqual(['1', '2']);
		expect(cache.publicEvents(1)).toEqual(['1']);
		cache.forget(() => true);
		expect([cache.publicEvents(9), cache.size()]).toEqual([[], 0]);
		cache.repair({ id: '1', counters: { wisher_count: 9 }, readAt: 0 });
		expect(cache.size()).toBe(0);
	});
});

describe('the size of the cache', () => {
	it('counts key, body in bytes, and events of every response, with what each entry takes besides', async () => {
		const { cache, read, respondWith } = cacheAt();
		expect(cache.size()).toBe(0);
		respondWith(async () => ({ status: 200, body: '"中中"' }));
		await read('/locs');
		expect(cache.size()).toBe(2_048 + 4 * 5 + 2 * 8);
		respondWith(async () => ({
			status: 200,
			body: '[]',
			events: [
				{ id: '123', isPublic: true },
				{ id: '45', isPublic: false },
			],
		}));
		await read('/b');
		expect(cache.size()).toBe(2_048 + 4 * 5 + 2 * 8 + 2_048 + 4 * 2 + 2 * 2 + (4 * 3 + 256) + (4 * 2 + 256));
	});

	it('keeps the responses that were read last', async () => {
		const { read } = cacheAt({ maxBytes: 6_000 });
		await read('/a');
		await read('/b');
		await read('/a');
		await read('/c');
		expect((await read('/a')).result).toBe('hit');
		expect((await read('/b')).result).toBe('fwd=uri-miss; stored');
	});
});
