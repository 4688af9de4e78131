/** The typed endpoints (contract `bff-api/api.ts`), over HTTP, in front of a fake service. */
import { describe, expect, it } from 'vitest';
import type { Written } from '../../../src/contract/bff-api/values.ts';
import type { Event } from '../../../src/contract/event/event.ts';
import type { List } from '../../../src/contract/event/lists.ts';
import type { Loc } from '../../../src/contract/event/loc.ts';
import type { Browser } from '../browser.ts';
import {
	answer,
	fakeEvent,
	pageOf,
	privateEvent,
	reject,
	requireToken,
	sendError,
	sendJson,
} from '../fake-service.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const eventAt = async (browser: Browser, path = '/api/events/10') => await browser.json<Event>(path);

it('an endpoint calls one operation without a token', async () => {
	const { service, browser } = await startSite();
	for (const [path, url] of [
		[
			'/api/cities/108288/events?day_type=week&start=0',
			'/v2/event/list?loc=108288&day_type=week&type=all&start=0',
		],
		['/api/users/7/wished?status=expired', '/v2/event/user_wished/7?status=expired'],
		['/api/events/2026%2F4', '/v2/event/2026%2F4'],
		['/api/events/a%62c', '/v2/event/abc'],
		['/api/events/10/participants?start=20&count=20', '/v2/event/10/participants?start=20&count=20'],
		['/api/cities/beijing', '/v2/loc/beijing'],
	]) {
		service.calls.length = 0;
		await browser.get(path ?? '');
		// Omits other calls: the BFF checks the service if a resource is missing, and an event whose people are requested.
		const calls = service.calls.filter(({ url }) => !/^\/v2\/(loc\/list|event\/10$)/.test(url));
		expect(calls.map((call) => [call.method, call.url, call.headers.authorization])).toEqual([
			['GET', url, undefined],
		]);
	}
});

describe('a public read', () => {
	it('calls the service once, and reports the cache status', async () => {
		const { service, browser, bff } = await startSite();
		const first = await browser.get('/api/events/10');
		expect(first.headers.get('cache-status')).toBe('daybill; fwd=miss');
		expect(first.headers.get('cache-control')).toBe('private, no-cache');
		const second = await bff.browser().get('/api/events/10');
		expect(second.headers.get('cache-status')).toBe('daybill; hit');
		expect(await second.json()).toEqual(await first.json());
		expect(service.calls).toHaveLength(1);
	});

	it('contains nothing about the caller, even for signed-in users', async () => {
		const { service, bff, browser: member } = await startSignedIn();
		service.handler = answer('/v2/event/10', { ...fakeEvent, status: 'wish' });
		for (const browser of [bff.browser(), member])
			expect(await eventAt(browser)).toMatchObject({ isInvited: null, canInvite: null, ownRelation: null });
		expect(service.calls).toHaveLength(1);
	});
});

it('cities of the same name get different names, even on different pages of the list', async () => {
	const { service, browser } = await startSite();
	const locs = ['hebei', 'hunan'].map((parent, id) => ({
		id: `${id}`,
		uid: `city-${id}`,
		name: 'Bei',
		parent,
	}));
	service.handler = (call, response) =>
		call.url.startsWith('/v2/loc/list') && sendJson(response, 200, pageOf(call, 'locs', locs, 1));
	const nameAt = async (start: number) =>
		(await browser.json<List<Loc>>(`/api/cities?start=${start}&count=1`)).items[0]?.name;
	expect([await nameAt(0), await nameAt(1)]).toEqual(['Bei (hebei)', 'Bei (hunan)']);
});

it.each(['', '/participants', '/wishers'])(
	'a private event that the service shows to everyone is not found by signed-out visitors: /api/events/10%s',
	async (path) => {
		const { service, bff, browser } = await startSignedIn();
		service.handler = answer('/v2/event/10', { ...privateEvent, users: [privateEvent.owner] });
		expect((await bff.browser().get(`/api/events/10${path}`)).status).toBe(404);
		expect((await browser.get(`/api/events/10${path}`)).status).toBe(200);
	},
);

it('the people who go to an event are not shown while the service does not show the event', async () => {
	const { service, browser } = await startSite();
	service.handler = (call, response) =>
		call.url === '/v2/event/10' && sendError(response, call, 112, 'too_many_calls');
	expect((await browser.get('/api/events/10/participants')).status).toBe(400);
});

describe('a read with the user’s token', () => {
	it('follows a read without the token that shows a private event, or that the service rejects', async () => {
		const { service, browser } = await startSignedIn();
		for (const [path, code] of [
			['/api/events/10', null],
			['/api/events/10/participants', 107],
			['/api/users/7/created', 108],
			['/api/events/11', 1006],
			['/api/cities/1/events', 112],
		] as const) {
			service.calls.length = 0;
			service.handler = (call, response) => {
				if (call.url.startsWith('/v2/loc/list')) return;
				return call.headers.authorization === undefined && code !== null
					? sendError(response, call, code)
					: sendJson(response, 200, { ...privateEvent, events: [], users: [] });
			};
			const response = await browser.get(path);
			expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
			const calls = service.calls.filter(({ url }) => !url.startsWith('/v2/loc/list'));
			expect(calls.map(({ headers }) => headers.authorization !== undefined)).toEqual([false, true]);
		}
	});

	it('is made each time for the user’s own lists, which omit texts', async () => {
		const { service, browser } = await startSignedIn();
		service.handler = answer('', { events: [fakeEvent], total: 1 });
		for (let times = 0; times < 2; times++) {
			const list = await browser.json<List<Event>>('/api/users/42/participated');
			expect(list.items[0]?.content).toBeNull();
		}
		expect(service.calls.map(({ headers }) => headers.authorization !== undefined)).toEqual([true, true]);
	});

	it('is the only read after the service has rejected two signed-out visitors', async () => {
		const { service, bff, browser } = await startSignedIn();
		requireToken(service);
		for (let times = 0; times < 2; times++)
			expect((await bff.browser().get('/api/cities/3/events')).status).toBe(400);
		service.calls.length = 0;
		expect((await browser.get('/api/cities/3/events')).status).toBe(200);
		expect(service.calls.map(({ headers }) => headers.authorization !== undefined)).toEqual([true]);
	});
});

describe('a write', () => {
	const wish = '/api/events/10/wishers';

	it('requires a signed-in user', async () => {
		const { service, browser } = await startSite();
		expect(await (await browser.post(wish)).json()).toMatchObject({ status: 401, reason: 'signed_out' });
		browser.cookies.set('daybill', 'x'.repeat(43));
		expect(await (await browser.post(wish)).json()).toMatchObject({ status: 401, reason: 'session_expired' });
		expect(service.calls).toEqual([]);
	});

	it('costs two calls, returns the updated event, and shows it to every visitor', async () => {
		const { service, browser, bff } = await startSignedIn();
		let wishers = 3;
		service.handler = (call, response) => {
			if (call.method === 'POST' && call.url.startsWith('/v2/')) wishers += 1;
			return call.url === '/v2/event/10'
				? sendJson(response, 200, { ...fakeEvent, wisher_count: wishers })
				: undefined;
		};
		const stranger = bff.browser();
		const people = `${wish}?start=0&count=30`;
		expect((await eventAt(stranger)).wisherCount).toBe(3);
		await stranger.get(people);
		await browser.get('/api/me/relations?status=ongoing');
		service.calls.length = 0;
		const response = await browser.post(wish);
		expect(response.status).toBe(202);
		expect(((await response.json()) as Written).event).toMatchObject({ id: '10', wisherCount: 4 });
		expect(service.called()).toEqual(['POST /v2/event/10/wishers', 'GET /v2/event/10']);
		expect((await eventAt(stranger)).wisherCount).toBe(4);
		await stranger.get(people);
		// No call for the event, which the shared cache has from the read after the write.
		expect(service.called().slice(2)).toEqual(['GET /v2/event/10/wishers?start=0&count=30']);
	});

	it('takes its parameters as JSON', async () => {
		const { service, browser } = await startSignedIn();
		const join = '/api/events/10/participants';
		expect((await browser.post(join, { participate_date: '2026-11-21' })).status).toBe(202);
		expect(service.called()[0]).toBe('POST /v2/event/10/participants?participate_date=2026-11-21');
		expect((await browser.post(join, { participate_date: ['x'] })).status).toBe(400);
		expect((await browser.post(join, { other: 'x' })).status).toBe(400);
	});

	it('succeeds without the event if it cannot be read', async () => {
		const { service, browser } = await startSignedIn();
		service.handler = (call, response) =>
			call.method === 'GET' ? sendError(response, call, 999) : undefined;
		const response = await browser.post(wish);
		expect([response.status, await response.json()]).toEqual([
			202,
			{ event: null, relation: { joined: false, wished: true } },
		]);
	});

	it('that the service rejects returns its error, and does not invalidate the cache', async () => {
		const { service, browser } = await startSignedIn();
		await browser.get('/api/events/10');
		service.handler = reject(108);
		const response = await browser.post(wish);
		expect([response.status, await response.json()]).toMatchObject([400, { code: 108 }]);
		await browser.get('/api/events/10');
		expect(service.called()).toEqual(['GET /v2/event/10', 'POST /v2/event/10/wishers']);
	});
});
