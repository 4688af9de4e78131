import { describe, expect, it } from 'vitest';
import { type CachedResponse, createSharedCache } from '../../../src/bff/reads/shared-cache.ts';

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
		cache.repair({ id: '2', counters: { participant_count: 7, wisher_count: 8 } });
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
		cache.repair({ id: '2', counters: { participant_count: 7 } });
		expect(JSON.parse((await read()).response.body)).toEqual({
			events: [null, 7, 'x', [], { id: 2, participant_count: 7 }],
		});
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
