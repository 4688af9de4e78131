import { describe, expect, it } from 'vitest';
import { createAllowance } from '../../../src/bff/search/allowance.ts';
import type { DaysAnswer, SearchAnswer } from '../../../src/contract/session.ts';
import { type FakeCall, fakeEvent, sendError, sendJson, startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A service whose city has `total` events and that gives at most `most` of them a page, and a BFF in front of it. */
async function startCity(total: number, most: number, fields: (index: number) => object = () => ({})) {
	const service = await startFakeService();
	const lists: FakeCall[] = [];
	const state = { total, fails: false, now: Date.parse('2026-11-21T00:00:00Z') };
	service.handler = (call, response) => {
		if (!call.url.startsWith('/v2/event/list')) return undefined;
		lists.push(call);
		if (state.fails) return sendError(response, call, 999);
		const query = new URL(call.url, service.origin).searchParams;
		const start = Number(query.get('start'));
		const length = Math.max(0, Math.min(most, Number(query.get('count')), state.total - start));
		const events = Array.from({ length }, (_, index) => ({
			...fakeEvent,
			id: String(start + index + 1),
			title: `evening ${start + index + 1}`,
			...fields(start + index),
		}));
		return sendJson(response, 200, { start, count: length, total: state.total, events });
	};
	const bff = await startTestBff(service.origin, { clock: () => state.now });
	const browser = bff.browser();
	const get = async <Answer>(path: string) =>
		(await (await browser.get(`/search/cities/beijing${path}`)).json()) as Answer;
	const search = (q = 'evening') => get<SearchAnswer>(`?q=${q}`);
	const untilComplete = () => expect.poll(async () => (await search()).is_complete).toBe(true);
	return { service, lists, state, browser, get, search, untilComplete };
}

describe('reading a city', () => {
	it('goes on from what came, when the service gives fewer events a page than asked', async () => {
		const { search, untilComplete } = await startCity(250, 15);
		expect(await search()).toMatchObject({ indexed: 30, listed: 250, is_complete: false });
		await untilComplete();
		expect(await search()).toMatchObject({ indexed: 250, listed: 250 });
	});

	it('stops at a number of pages, whatever the total says', async () => {
		const { lists, search, untilComplete } = await startCity(1_000_000, 20);
		await search();
		await untilComplete();
		expect(await search()).toMatchObject({ indexed: 2_000, listed: 1_000_000 });
		expect(lists).toHaveLength(100);
	});

	it('is as old as its last reading that came to its end', async () => {
		const { state, search, untilComplete } = await startCity(3, 100);
		await search();
		await untilComplete();
		const { indexed_at: first } = await search();
		state.now += hour;
		state.fails = true;
		for (let call = 0; call < 3; call++) expect((await search()).indexed_at).toBe(first);
		state.fails = false;
		state.total = 2;
		state.now += 2 * minute;
		await expect.poll(async () => (await search()).indexed).toBe(2);
		expect((await search()).indexed_at).toBe(new Date(state.now).toISOString());
	});

	it('waits before it tries again what broke off', async () => {
		const { lists, state, search, untilComplete } = await startCity(3, 100);
		await search();
		await untilComplete();
		state.now += hour;
		state.fails = true;
		await search();
		await expect.poll(() => lists.length).toBe(2);
		for (let call = 0; call < 5; call++) await search();
		expect(lists).toHaveLength(2);
	});

	it('finds what does not name its type by the lists of that type', async () => {
		const { get, service, untilComplete } = await startCity(4, 100, () => ({ category: undefined }));
		const all = service.handler;
		service.handler = (call, response) =>
			call.url.includes('type=music')
				? sendJson(response, 200, {
						start: 0,
						count: 1,
						total: 1,
						events: [{ ...fakeEvent, id: '3' }],
					})
				: all(call, response);
		await untilComplete();
		const answer = await get<SearchAnswer>('?q=evening&type=music');
		expect(answer.hits.map(({ event }) => event.id)).toEqual(['3']);
	});
});

describe('the days of a calendar', () => {
	const times = [
		{ begin_time: '2026-11-21 19:00:00', end_time: '2026-11-21 22:00:00' },
		// Over midnight: the evening's.
		{ begin_time: '2026-11-21 23:00:00', end_time: '2026-11-22 05:00:00' },
		{ begin_time: '2026-11-22 10:00:00', end_time: '2026-11-24 18:00:00' },
		// For months: in the list of a day only.
		{ begin_time: '2026-10-01 10:00:00', end_time: '2026-12-24 18:00:00' },
		{ begin_time: '2026-12-02 10:00:00', end_time: '2026-12-02 11:00:00' },
	];
	const start = () => startCity(times.length, 100, (index) => ({ ...times[index] }));

	it('count what is on, and name what lasts several of them', async () => {
		const { get } = await start();
		const { days, spans } = await get<DaysAnswer>('/days?from=2026-11-01&to=2026-11-30');
		expect(days).toEqual({ '2026-11-21': 2, '2026-11-22': 1, '2026-11-23': 1, '2026-11-24': 1 });
		expect(spans.map(({ id }) => id)).toEqual(['3']);
	});

	it('open to a list, what is on that day first, with what was searched for', async () => {
		const { get } = await start();
		const ids = async (query: string) =>
			(await get<SearchAnswer>(`?${query}`)).hits.map(({ event }) => event.id);
		expect(await ids('day=2026-11-21')).toEqual(['1', '2', '4']);
		expect(await ids('day=2026-11-23')).toEqual(['3', '4']);
		expect(await ids('day=2026-11-21&count=1&start=1')).toEqual(['2']);
		expect(await ids('day=2026-12-02&q=5')).toEqual(['5']);
		expect((await get<DaysAnswer>('/days?from=2026-11-01&to=2026-12-31&q=5')).days).toEqual({
			'2026-12-02': 1,
		});
	});

	it.each([
		'/days',
		'/days?from=2026-11-01',
		'/days?from=2026-11-30&to=2026-11-01',
		'/days?from=2026-01-01&to=2026-12-31',
		'?day=today',
		'?day=2026-11-21&start=-1',
	])('are refused for %s', async (path) => {
		const { browser } = await start();
		const answer = await browser.get(`/search/cities/beijing${path}`);
		expect([answer.status, answer.headers.get('content-type')]).toEqual([
			400,
			expect.stringContaining('application/problem+json'),
		]);
	});
});

describe('an allowance of calls', () => {
	it('is spent, and fills up evenly', () => {
		let now = 0;
		const allowance = createAllowance(60, () => now);
		const taken = () => {
			let count = 0;
			while (allowance.take()) count += 1;
			return count;
		};
		expect(taken()).toBe(60);
		now += 10 * minute;
		expect(taken()).toBe(10);
		now += 5 * hour;
		expect(taken()).toBe(60);
	});
});
