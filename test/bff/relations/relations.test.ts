/** `/api/me/…` and writes, over HTTP: several sessions, processes and services. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { OwnEvents, OwnRelation, Relations } from '../../../src/contract/bff-api/relations.ts';
import type { Written } from '../../../src/contract/bff-api/values.ts';
import type { Event } from '../../../src/contract/event/event.ts';
import type { List } from '../../../src/contract/event/lists.ts';
import { daysOf } from '../../../src/contract/event/times.ts';
import { type Browser, createCalendar, outcomeOf } from '../browser.ts';
import { signedInAt, startTwo } from '../browsers-at.ts';
import { fakeEvent, handleFirst, respondTo, sendJson } from '../fake-service.ts';
import { icalEvents } from '../feeds/ical-events.ts';
import { startRedis } from '../redis-server.ts';
import { signInWithCode } from '../sign-in.ts';
import { temporaryFolder } from '../start-bff.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const ongoing = '/api/me/relations?status=ongoing';
const relationTo = async (browser: Browser, id: string): Promise<OwnRelation | undefined> =>
	(await browser.json<Relations>(ongoing)).relations[id];
const idsOf = async (browser: Browser, relation: string) =>
	(await browser.json<OwnEvents>(`/api/me/events?relation=${relation}&status=ongoing`)).events.map(
		({ id }) => id,
	);

it('two processes and all sessions of a person share what is known, and read each list once', async () => {
	const { sandbox, calls, first, second } = await startTwo((await startRedis()).url);
	const here = await signedInAt(first.origin, sandbox);
	const there = second.browser(here);
	const elsewhere = await signedInAt(second.origin, sandbox);
	const { items } = await here.json<List<Event>>('/api/cities/108288/events?day_type=future&count=100');
	const browsers = [here, there, elsewhere];
	calls.length = 0;
	await Promise.all(browsers.map((browser) => browser.get(ongoing)));
	expect(calls.toSorted()).toEqual([
		'GET /v2/event/user_participated/1001',
		'GET /v2/event/user_wished/1001',
	]);
	const own = new Set(await idsOf(here, 'participated'));
	const event = items.find((each) => !own.has(each.id) && daysOf(each).length > 4);
	const [, , , day = ''] = event ? daysOf(event) : [];
	const { id } = event ?? { id: '' };
	calls.length = 0;
	const joining = await here.fetch(`/api/events/${id}/participants`, {
		method: 'POST',
		body: { participate_date: day },
	});
	expect(((await joining.json()) as Written).relation).toMatchObject({ joined: true, day });
	for (const browser of browsers) {
		expect(await relationTo(browser, id)).toMatchObject({
			joined: true,
			day,
			joinedAs: { begin: event?.begin },
		});
		expect(await idsOf(browser, 'participated')).toContain(id);
	}
	const calendar = await fetch(second.origin + (await createCalendar(elsewhere)));
	const entry = icalEvents(await calendar.text()).find(({ uid }) => uid.startsWith(`event-${id}@`));
	expect(entry?.startDate.toString().slice(0, 10)).toBe(day);
	// The lists were read before the join. The event is read with and without the token, because lists may lack fields.
	const read = `GET /v2/event/${id}`;
	expect(calls).toEqual([`POST /v2/event/${id}/participants`, read, read]);
	const stranger = await signedInAt(first.origin, sandbox, 'bob');
	expect((await relationTo(stranger, id))?.day).toBeUndefined();
});

it('of many changes at once, through two processes, none is lost', async () => {
	const { sandbox, first, second } = await startTwo((await startRedis()).url);
	const browser = await signedInAt(first.origin, sandbox);
	const browsers = [browser, second.browser(browser)];
	const { items } = await browser.json<List<Event>>('/api/cities/108288/events?day_type=future&count=10');
	await Promise.all(items.map(({ id }, index) => browsers[index % 2]?.post(`/api/events/${id}/wishers`)));
	const { relations } = await browser.json<Relations>(ongoing);
	expect(items.map(({ id }) => relations[id]?.wished)).toEqual(items.map(() => true));
});

it('a person whom the service does not name can join, and sees what they did here', async () => {
	const { service, browser } = await startSite();
	handleFirst(service, (call, response) => {
		if (!call.url.startsWith('/service/auth2/token')) return undefined;
		service.valid.add('unnamed');
		return sendJson(response, 200, { access_token: 'unnamed', expires_in: 604_800 });
	});
	expect((await signInWithCode(browser)).status).toBe(200);
	service.calls.length = 0;
	const body = { participate_date: '2026-11-21' };
	const path = '/api/events/10/participants';
	expect((await browser.fetch(path, { method: 'POST', body })).status).toBe(202);
	expect(await browser.json<Relations>(ongoing)).toMatchObject({
		relations: { 10: { joined: true, day: '2026-11-21' } },
		isComplete: false,
	});
	expect(service.called()).toEqual([
		`POST /v2/event/10/participants?participate_date=2026-11-21`,
		'GET /v2/event/10',
	]);
});

it('what the service shows to participants only is read again with their token, and shown to nobody else', async () => {
	const { bff, service, browser } = await startSignedIn();
	handleFirst(service, (call, response) => {
		const id = /^GET \/v2\/event\/(1\d)$/.exec(`${call.method} ${call.url}`)?.[1];
		if (id === undefined) return undefined;
		const isSecret = id === '10' && call.headers.authorization !== undefined;
		return sendJson(response, 200, { ...fakeEvent, id, ...(isSecret && { address: 'the back door' }) });
	});
	const addressAt = async (each: Browser, id: string) =>
		(await each.json<Event>(`/api/events/${id}`)).address;
	for (const id of ['10', '11']) {
		expect(await addressAt(browser, id)).toBe('a street');
		await browser.post(`/api/events/${id}/participants`);
	}
	expect([(await relationTo(browser, '10'))?.seesMore, (await relationTo(browser, '11'))?.seesMore]).toEqual([
		true,
		undefined,
	]);
	expect(await addressAt(bff.browser(), '10')).toBe('a street');
	service.calls.length = 0;
	expect(await addressAt(browser, '10')).toBe('the back door');
	expect(await addressAt(browser, '11')).toBe('a street');
	expect(await addressAt(bff.browser(), '10')).toBe('a street');
	expect(service.called()).toEqual(['GET /v2/event/10']);
});

it('only signed-in people get relations, which no cache stores, and only for valid input', async () => {
	const { browser, bff } = await startSignedIn();
	const stranger = bff.browser();
	for (const path of ['/api/me/relations', '/api/me/events?relation=wished']) {
		const complete = `${path}${path.includes('?') ? '&' : '?'}status=expired`;
		expect(await outcomeOf(await stranger.get(complete))).toEqual([401, 'signed_out']);
		expect(await outcomeOf(await browser.get(path))).toEqual([400, 'invalid_request']);
		const response = await browser.get(complete);
		expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
	}
	expect((await browser.get('/api/me/events?relation=created&status=expired')).status).toBe(400);
	expect((await stranger.post('/api/me/seen', { eventId: '10' })).status).toBe(401);
	expect((await browser.post('/api/me/seen', { eventId: '10/participants' })).status).toBe(400);
	const seen = await browser.post('/api/me/seen', { eventId: '10' });
	expect([seen.status, seen.headers.get('cache-control')]).toEqual([204, 'no-store']);
});

it('the store does not reveal who goes to which event', async () => {
	const dataDir = await temporaryFolder();
	const { browser } = await startSignedIn({ dataDir });
	await browser.post('/api/events/10/participants');
	await browser.get(ongoing);
	const database = new DatabaseSync(`${dataDir}/daybill.sqlite`, { readOnly: true });
	const rows = database.prepare("SELECT key, value FROM entries WHERE key LIKE 'daybill:own:%'").all();
	database.close();
	expect(rows).toHaveLength(3);
	for (const { key, value } of rows) expect(`${key} ${value}`).not.toMatch(/"|An evening|10:|42$/);
});

it('a session that has ended does not end another session of the same person', async () => {
	const { service, browser, bff } = await startSignedIn();
	const other = await bff.member();
	const [ended] = service.valid;
	handleFirst(service, (call, response) =>
		call.headers.authorization === `Bearer ${ended}`
			? respondTo('/v2/', () => sendJson(response, 400, { code: 123, msg: 'a_name', request: '' }))(
					call,
					response,
				)
			: undefined,
	);
	const [first, second] = await Promise.all([browser.get(ongoing), other.get(ongoing)]);
	expect([first.status, second.status]).toEqual([401, 200]);
});
