import { describe, expect, it } from 'vitest';
import { type CachedAnswer, createSharedCache } from '../../../src/bff/proxy/shared-cache.ts';

const minute = 60_000;
const path = '/v2/event/list?loc=108288';
const list = (ids: string[], wisher_count = 1): CachedAnswer => ({
	status: 200,
	body: JSON.stringify({ events: ids.map((id) => ({ id, participant_count: 1, wisher_count })) }),
	eventIds: ids,
});

function cacheAt(options: { maxBytes?: number; stretch?: () => number } = {}) {
	const time = { now: 0 };
	const cache = createSharedCache({ ...options, now: () => time.now });
	const loads: string[] = [];
	let next: () => Promise<CachedAnswer> = async () => list(['1']);
	return {
		cache,
		time,
		loads,
		answerWith: (answer: () => Promise<CachedAnswer>) => {
			next = answer;
		},
		read: (at = path) =>
			cache.read('listEvents', at, () => {
				loads.push(at);
				return next();
			}),
	};
}

describe('the shared cache', () => {
	it('asks once for many who want the same', async () => {
		const { read, loads } = cacheAt();
		await Promise.all(Array.from({ length: 50 }, () => read()));
		expect(loads).toHaveLength(1);
	});

	it('gives what is stale at once, fetches it anew, and then gives the fresh one', async () => {
		const { read, time, loads, answerWith } = cacheAt();
		await read();
		time.now += 15 * minute;
		answerWith(async () => list(['2']));
		expect((await read()).result).toBe('hit; detail=stale');
		await Promise.resolve();
		expect((await read()).answer.body).toContain('"2"');
		expect(loads).toHaveLength(2);
	});

	it('waits for a fresh answer when the stale one is too old', async () => {
		const { read, time, answerWith } = cacheAt();
		await read();
		time.now += 31 * minute;
		answerWith(async () => list(['2']));
		const { answer, result } = await read();
		expect([result, answer.body.includes('"2"')]).toEqual(['fwd=uri-miss; stored', true]);
	});

	it('stands in with an old answer when the service fails or has no calls left, for a day', async () => {
		const { read, time, answerWith } = cacheAt();
		await read();
		time.now += 5 * 60 * minute;
		answerWith(() => Promise.reject(new Error('down')));
		expect((await read()).result).toBe('hit; detail=stale-if-error');
		answerWith(async () => ({ status: 400, body: '{"code":112}', code: 112 }));
		expect((await read()).result).toBe('hit; detail=stale-if-error');
		time.now += 24 * 60 * minute;
		expect((await read()).answer.code).toBe(112);
	});

	it('remembers for a short while that something is not there', async () => {
		const { read, time, loads, answerWith } = cacheAt();
		answerWith(async () => ({ status: 400, body: '{"code":107}', code: 107 }));
		await read();
		await read();
		expect(loads).toHaveLength(1);
		time.now += minute;
		answerWith(async () => list(['1']));
		expect((await read()).answer.status).toBe(200);
	});

	it('does not keep other refusals', async () => {
		const { read, loads, answerWith } = cacheAt();
		answerWith(async () => ({ status: 400, body: '{"code":102}', code: 102 }));
		await read();
		await read();
		expect(loads).toHaveLength(2);
	});

	it('repairs the counters of an event in every answer that holds it, and in no other', async () => {
		const { cache, read, answerWith } = cacheAt();
		answerWith(async () => list(['1', '2']));
		await read('/a');
		answerWith(async () => list(['2', '3']));
		await read('/b');
		cache.repair({ id: '2', participant_count: 7, wisher_count: 8 });
		const counts = async (at: string) =>
			(JSON.parse((await read(at)).answer.body) as { events: object[] }).events;
		const changed = { id: '2', participant_count: 7, wisher_count: 8 };
		expect(await counts('/a')).toEqual([{ id: '1', participant_count: 1, wisher_count: 1 }, changed]);
		expect(await counts('/b')).toEqual([changed, { id: '3', participant_count: 1, wisher_count: 1 }]);
	});

	it('gives an answer that a write has overtaken, and does not keep it', async () => {
		const { cache, read, loads, answerWith } = cacheAt();
		let finish: (answer: CachedAnswer) => void = () => undefined;
		answerWith(
			() =>
				new Promise((resolve) => {
					finish = resolve;
				}),
		);
		const reading = read();
		cache.forget((each) => each === path);
		finish(list(['old']));
		expect((await reading).answer.body).toContain('old');
		answerWith(async () => list(['new']));
		expect((await read()).answer.body).toContain('new');
		expect(loads).toHaveLength(2);
	});

	it('keeps the events that a list carried whole', async () => {
		const { cache, read, answerWith } = cacheAt();
		answerWith(async () => ({
			...list(['1']),
			alongside: [{ path: '/v2/event/1', answer: { status: 200, body: '{"id":"1"}', eventIds: ['1'] } }],
		}));
		await read();
		const { result } = await cache.read('getEvent', '/v2/event/1', () =>
			Promise.reject(new Error('not asked')),
		);
		expect(result).toBe('hit');
	});

	it('stays within its bytes', async () => {
		const { cache, read, answerWith } = cacheAt({ maxBytes: 10_000 });
		answerWith(async () => ({ status: 200, body: JSON.stringify('x'.repeat(1_000)) }));
		for (let each = 0; each < 50; each++) await read(`/list/${each}`);
		expect(cache.size()).toBeLessThanOrEqual(10_000);
	});

	it('keeps answers longer when the budget runs low', async () => {
		const { read, time } = cacheAt({ stretch: () => 6 });
		await read();
		time.now += 50 * minute;
		expect((await read()).result).toBe('hit');
	});
});
