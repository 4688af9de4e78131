import { describe, expect, it } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import type { DaysResponse, SearchResponse } from '../../../src/contract/bff-api/search.ts';
import type { Browser } from '../browser.ts';
import {
	answer,
	type FakeCall,
	fakeEvent,
	handleFirst,
	holdCalls,
	listOf,
	pageOf,
	reject,
	requireToken,
	respondTo,
	sendJson,
	startFakeService,
} from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * A service whose city has `total` events and that sends at most `max` of them per page, and a BFF in front of it.
 *
 * @param fields of an event; null for an element that cannot be read
 */
async function startCity(
	total: number,
	max: number,
	fields: (index: number) => object | null = () => ({}),
	settings: Partial<BffSettings> = {},
	today: readonly object[] = [],
) {
	const service = await startFakeService();
	const lists: FakeCall[] = [];
	const state = { now: Date.parse('2026-11-21T00:00:00Z') };
	const events = Array.from({ length: total }, (_, index) => {
		const more = fields(index);
		return more && { ...fakeEvent, id: `${index + 1}`, title: `evening ${index + 1}`, ...more };
	});
	service.handler = (call, response) => {
		if (!call.url.startsWith('/v2/event/list')) return undefined;
		if (call.url.includes('day_type=today'))
			return sendJson(response, 200, { events: today, total: today.length });
		lists.push(call);
		return sendJson(response, 200, pageOf(call, 'events', events, max));
	};
	const bff = await startTestBff(service.origin, { clock: () => state.now, ...settings });
	const browser = bff.browser();
	const get = async <Body>(path: string) => await browser.json<Body>(`/search/cities/beijing${path}`);
	const search = (q = 'evening') => get<SearchResponse>(`?q=${q}`);
	const untilComplete = () => expect.poll(async () => (await search()).is_complete).toBe(true);
	return { service, bff, lists, state, browser, get, search, untilComplete };
}

/** Makes 99% of a list unreadable, since indexing so many events would take too long. */
const fewReadable = (index: number) => (index % 100 === 0 ? {} : null);

describe('reading a city', () => {
	it('continues after the last event sent, when the service sends fewer events per page than requested', async () => {
		const { search, untilComplete } = await startCity(250, 15);
		expect(await search()).toMatchObject({ indexed: 30, listed: 250, is_complete: false });
		await untilComplete();
		expect(await search()).toMatchObject({ indexed: 250, listed: 250 });
	});

	it('stops after 10,000 elements, whatever the total is, and reports that the index is incomplete', async () => {
		const { lists, search } = await startCity(20_000, 100, fewReadable);
		await search();
		await expect.poll(() => lists.length).toBe(100);
		await expect.poll(async () => (await search()).is_reading).toBe(false);
		expect(await search()).toMatchObject({ indexed: 100, listed: 20_000, is_complete: false });
	});

	it('includes the events of today if the list of future events begins tomorrow', async () => {
		const { search, untilComplete } = await startCity(3, 100, undefined, {}, [
			{ ...fakeEvent, id: '77', title: 'evening matinee' },
		]);
		await search();
		await untilComplete();
		expect(await search('matinee')).toMatchObject({ total: 1, indexed: 4, listed: 4 });
	});

	it('leaves out unreadable elements, and events that have become private', async () => {
		const { service, state, search, untilComplete } = await startCity(0, 100);
		let is_priv = 'no';
		service.handler = respondTo('/v2/event/list', (response) => {
			const events = [null, {}, { ...fakeEvent, id: '1' }, { ...fakeEvent, id: '2', is_priv }];
			sendJson(response, 200, listOf(...events));
		});
		await search();
		await untilComplete();
		expect(await search()).toMatchObject({ indexed: 2, listed: 4 });
		is_priv = 'true';
		state.now += hour;
		await search();
		await expect.poll(async () => (await search()).indexed).toBe(1);
	});

	it('learns the type of events that do not name it from the lists of each type', async () => {
		const { get, service, untilComplete } = await startCity(4, 100, () => ({ category: undefined }));
		handleFirst(
			service,
			(call, response) =>
				call.url.includes('type=music') && sendJson(response, 200, listOf({ ...fakeEvent, id: '3' })),
		);
		await untilComplete();
		const response = await get<SearchResponse>('?q=evening&type=music');
		expect(response.hits.map(({ event }) => event.id)).toEqual(['3']);
	});
});

describe('a visitor who searches many cities', () => {
	it('has one city read at a time, and all visitors together have two', async () => {
		const { service, browser } = await startCity(1, 100, undefined, { trustProxy: ['127.0.0.1'] });
		const ids = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
		const locs = ids.map((id) => ({ id, uid: `city-${id}`, name: `City ${id}` }));
		handleFirst(service, answer('/v2/loc/list', { locs, total: locs.length }));
		const { held, release } = holdCalls(
			service,
			({ url }) => url.includes('day_type=future'),
			(response) => sendJson(response, 200, listOf()),
		);
		const get = async (address: string, path: string) =>
			(await browser.fetch(path, { headers: { 'x-forwarded-for': address } })).status;
		const search = (address: string, id: string) => get(address, `/search/cities/city-${id}?q=1`);
		const mine = ids.slice(0, 4).map((id) => search('192.0.2.1', id));
		await expect.poll(() => held.length).toBe(1);
		await get('192.0.2.1', '/api/events/10');
		expect(held).toHaveLength(1);
		const others = ids.slice(4).map((id) => search(`192.0.2.${id}`, id));
		await expect.poll(() => held.length).toBe(2);
		await get('192.0.2.2', '/api/events/11');
		expect(held).toHaveLength(2);
		release();
		expect(new Set(await Promise.all([...mine, ...others]))).toEqual(new Set([200]));
	});

	it('pays for reading them, so that others can complete their own cities, and those that the visitor could not', async () => {
		const settings = { visitorCalls: 10, trustProxy: ['127.0.0.1'] };
		const { service, browser, state } = await startCity(500, 100, fewReadable, settings);
		const locs = [1, 2, 3, 4, 5].map((id) => ({ id: `${id}`, uid: `city-${id}`, name: `City ${id}` }));
		handleFirst(service, answer('/v2/loc/list', { locs, total: 5 }));
		const isComplete = async (address: string, uid: string) => {
			const headers = { 'x-forwarded-for': address };
			const response = await browser.fetch(`/search/cities/${uid}?q=1`, { headers });
			return ((await response.json()) as SearchResponse).is_complete;
		};
		const [other = '', ...searched] = locs.map(({ uid }) => uid);
		for (const uid of searched) await isComplete('192.0.2.1', uid);
		await expect.poll(() => isComplete('192.0.2.10', other)).toBe(true);
		// Reads of a city have a pause of a minute between them.
		state.now += 2 * minute;
		for (const uid of searched) await expect.poll(() => isComplete(`192.0.2.${uid.at(-1)}0`, uid)).toBe(true);
	});
});

it('a city that a visitor without calls left keeps searching is read for the next visitor', async () => {
	const settings = { visitorCalls: 10, trustProxy: ['127.0.0.1'] };
	const { service, browser } = await startCity(500, 20, fewReadable, settings);
	const locs = ['beijing', 'other'].map((uid) => ({ id: uid, uid, name: uid }));
	handleFirst(service, answer('/v2/loc/list', { locs, total: 2 }));
	const searchAs = async (address: string, uid: string) => {
		const response = await browser.fetch(`/search/cities/${uid}?q=1`, {
			headers: { 'x-forwarded-for': address },
		});
		return (await response.json()) as SearchResponse;
	};
	const greedy = '192.0.2.1';
	await searchAs(greedy, 'other');
	await expect.poll(async () => (await searchAs(greedy, 'beijing')).is_reading).toBe(true);
	const before = (await searchAs('192.0.2.2', 'beijing')).indexed;
	await expect
		.poll(async () => {
			await searchAs(greedy, 'beijing');
			return (await searchAs('192.0.2.2', 'beijing')).indexed;
		})
		.toBeGreaterThan(before);
});

describe('a city whose list the service shows only to signed-in users', () => {
	/** A city that cannot be read without a token. */
	const start = async () => {
		const city = await startCity(3, 100);
		requireToken(city.service);
		const member = await city.bff.member();
		const searchAs = async (browser: Browser) => {
			const response = await browser.get('/search/cities/108288?q=evening');
			return [response.status, await response.json()] as const;
		};
		return { ...city, member, searchAs };
	};
	const signInRequired = [403, expect.objectContaining({ reason: 'sign_in_required', code: 102 })] as const;

	it('is searched with the token of the user, and for all sessions of that user alone', async () => {
		const { service, browser, member, bff, lists, searchAs } = await start();
		const found = [200, expect.objectContaining({ total: 3, is_complete: true })];
		expect(await searchAs(browser)).toEqual(signInRequired);
		expect(await searchAs(member)).toEqual(found);
		expect(await searchAs(browser)).toEqual(signInRequired);
		const { length } = lists;
		expect(await searchAs(await bff.member())).toEqual(found);
		expect(lists).toHaveLength(length);
		service.valid.add('b');
		handleFirst(service, answer('/service/auth2/token', { access_token: 'b', service_user_id: '43' }));
		expect(await searchAs(await bff.member())).toEqual(found);
		expect(lists.slice(length).map(({ headers }) => headers.authorization)).toContain('Bearer b');
		const { headers } = await member.get('/search/cities/108288?q=evening');
		expect(headers.get('cache-control')).toBe('no-store');
	});

	it('is no longer searched for a user who has signed out', async () => {
		const { member, searchAs } = await start();
		await searchAs(member);
		await member.post('/auth/logout');
		expect(await searchAs(member)).toEqual(signInRequired);
	});

	it('is no longer searched for signed-out visitors once the service has closed it', async () => {
		const { service, state, browser, search, untilComplete } = await startCity(3, 100);
		await untilComplete();
		handleFirst(service, reject(102, '/v2/event/list'));
		state.now += hour;
		await search();
		await expect.poll(async () => (await browser.get('/search/cities/beijing?q=evening')).status).toBe(403);
	});
});

describe('the days of a calendar', () => {
	const times = [
		{ begin_time: '2026-11-21 19:00:00', end_time: '2026-11-21 22:00:00' },
		// Ends after midnight, but counts only for the evening on which it began.
		{ begin_time: '2026-11-21 23:00:00', end_time: '2026-11-22 05:00:00' },
		{ begin_time: '2026-11-22 10:00:00', end_time: '2026-11-24 18:00:00' },
		// Lasts for months: in the list of a day, but not in the counts and spans of a calendar.
		{ begin_time: '2026-10-01 10:00:00', end_time: '2026-12-24 18:00:00' },
		{ begin_time: '2026-12-02 10:00:00', end_time: '2026-12-02 11:00:00' },
	];
	const start = () => startCity(times.length, 100, (index) => ({ ...times[index] }));

	it('count the events of each day, and list those that last several days', async () => {
		const { get } = await start();
		const { days, spans } = await get<DaysResponse>('/days?from=2026-11-01&to=2026-11-30');
		expect(days).toEqual({ '2026-11-21': 2, '2026-11-22': 1, '2026-11-23': 1, '2026-11-24': 1 });
		expect(spans.map(({ id }) => id)).toEqual(['3']);
		const later = await get<DaysResponse>('/days?from=2026-11-01&to=2026-11-30&now=2026-11-23%2012:00:00');
		expect(later).toMatchObject({ days: { '2026-11-23': 1, '2026-11-24': 1 }, spans });
	});

	it('open as a list sorted by time, filtered by the search', async () => {
		const { get } = await start();
		const ids = async (query: string) =>
			(await get<SearchResponse>(`?${query}`)).hits.map(({ event }) => event.id);
		expect(await ids('day=2026-11-21')).toEqual(['1', '2', '4']);
		expect(await ids('day=2026-11-23')).toEqual(['3', '4']);
		expect(await ids('day=2026-11-21&start=1&count=1')).toEqual(['2']);
		expect(await ids('day=2026-12-02&q=5')).toEqual(['5']);
		expect((await get<DaysResponse>('/days?from=2026-11-01&to=2026-12-31&q=5')).days).toEqual({
			'2026-12-02': 1,
		});
	});
});
