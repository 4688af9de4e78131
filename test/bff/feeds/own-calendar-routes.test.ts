import { describe, expect, it } from 'vitest';
import { locales } from '../../../src/contract/bff-api/preferences.ts';
import { createCalendar } from '../browser.ts';
import {
	breakOff,
	type FakeService,
	fakeEvent,
	handleFirst,
	listOf,
	pageOf,
	sendError,
	sendJson,
} from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSignedIn, startSite } from '../start-site.ts';
import { icalEvents } from './ical-events.ts';

const entriesOf = (text: string) =>
	icalEvents(text).map(({ summary, component }) => ({
		summary,
		status: component.getFirstPropertyValue('status'),
	}));

const namesOf = (text: string) => entriesOf(text).map(({ summary }) => summary);

const eventOf = (id: number, times: object = {}) => ({
	...fakeEvent,
	...times,
	id: String(id),
	title: `event ${id}`,
});

type Lists = Record<'participated' | 'wished', readonly object[]>;

/** A user's lists at a service that requires a token: current events, at most a hundred per page. */
function serveOwnLists(service: FakeService, { participated, wished }: Lists): void {
	service.handler = (call, response) => {
		const { pathname, searchParams } = new URL(call.url, 'http://service.invalid');
		const relation = /^\/v2\/event\/user_(participated|wished)\/42$/.exec(pathname)?.[1];
		if (relation === undefined) return;
		const token = call.headers.authorization?.replace('Bearer ', '');
		if (token === undefined) return sendError(response, call, 102, 'access_token_is_missing');
		if (!service.valid.has(token)) return;
		const all = relation === 'wished' ? wished : participated;
		const isOngoing = searchParams.get('status') === 'ongoing';
		return sendJson(response, 200, isOngoing ? pageOf(call, 'events', all) : listOf(eventOf(0)));
	};
}

async function start(lists: Lists = { participated: [eventOf(1)], wished: [] }) {
	let now = Date.parse('2026-11-20T12:00:00Z');
	const { service, bff, browser } = await startSignedIn({ clock: () => now });
	serveOwnLists(service, lists);
	const path = await createCalendar(browser);
	return {
		service,
		bff,
		browser,
		fetchCalendar: (query = '') => fetch(bff.origin + path + query),
		/** Advances the clock until everything in the BFF's cache is stale. */
		later: (ms = 301_000) => {
			now += ms;
		},
	};
}

describe('the secret URL of a user’s calendar', () => {
	it('works without a cookie, and can be revoked', async () => {
		const { bff, browser } = await startSignedIn();
		expect(await browser.json('/auth/calendar')).toEqual({ exists: false });
		const { url } = (await (await browser.post('/auth/calendar')).json()) as { url: string };
		expect(url).toMatch(/^http:\/\/localhost:3000\/feeds\/mine\/[\w-]{40,}\.ics\?lang=en$/);
		const path = new URL(url).pathname;
		const response = await fetch(bff.origin + path);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
		expect(response.headers.get('cache-control')).toContain('private');
		// Calendar services fetch the calendar only if robots.txt allows it.
		expect(await browser.text('/robots.txt')).not.toContain('/feeds');
		expect(response.headers.get('x-robots-tag')).toBe('noindex');
		expect(entriesOf(await response.text())).toEqual([{ summary: 'An evening', status: 'CONFIRMED' }]);
		expect(await browser.json('/auth/calendar')).toEqual({ exists: true });
		await browser.fetch('/auth/calendar', { method: 'DELETE' });
		expect((await fetch(bff.origin + path)).status).toBe(404);
	});

	it('is replaced by a new one, and is not created for a signed-out visitor', async () => {
		const { bff, browser } = await startSite();
		expect((await browser.post('/auth/calendar')).status).toBe(401);
		await signInWithCode(browser);
		const [first, second] = [await createCalendar(browser), await createCalendar(browser)];
		expect((await fetch(bff.origin + first)).status).toBe(404);
		expect((await fetch(bff.origin + second)).status).toBe(200);
	});

	it('returns 404 if it is guessed', async () => {
		const { service, bff } = await startSite();
		for (const guess of ['x.ics', `${'a'.repeat(43)}.ics`, 'a'.repeat(43)])
			expect((await fetch(`${bff.origin}/feeds/mine/${guess}`)).status).toBe(404);
		expect(service.calls).toEqual([]);
	});
});

describe('a user’s calendar', () => {
	it('has private events, and those that the user is only interested in if its URL asks for them, as tentative', async () => {
		const { fetchCalendar } = await start({
			participated: [eventOf(1, { is_priv: 'yes' })],
			wished: [eventOf(1), eventOf(2), { title: 'cannot be read' }],
		});
		const statusesIn = async (query: string) =>
			Object.fromEntries(
				entriesOf(await (await fetchCalendar(query)).text()).map(({ summary, status }) => [summary, status]),
			);
		expect(await statusesIn('')).toEqual({ 'event 1': 'CONFIRMED' });
		const all = { 'event 1': 'CONFIRMED', 'event 2': 'TENTATIVE' };
		expect(await statusesIn('?interested=1')).toEqual(all);
	});

	it('shows an event as canceled if the service no longer has it, but not if the user left it', async () => {
		const { service, browser, fetchCalendar, later } = await start();
		const serve = async (ids: readonly number[], joined = ids) => {
			serveOwnLists(service, { participated: joined.map((id) => eventOf(id)), wished: [] });
			handleFirst(service, (call, response) => {
				const [, id] = /^\/v2\/event\/(\d+)$/.exec(call.url) ?? [];
				if (id === undefined) return undefined;
				return ids.includes(Number(id))
					? sendJson(response, 200, eventOf(Number(id)))
					: sendError(response, call, 107, 'event_not_found');
			});
			// Advance until the cached events are too old to be used.
			later(1_300_000);
			return entriesOf(await (await fetchCalendar()).text());
		};
		const all = [1, 2, 3, 4, 5, 6, 7, 8];
		await serve(all);
		for (const id of all) await browser.get(`/events/${id}`);
		const shown = [expect.objectContaining({ summary: 'event 1', status: 'CONFIRMED' })];
		const gone = all.slice(2).map((id) => ({ summary: `event ${id}`, status: 'CANCELLED' }));
		expect(await serve([1, 2], [1])).toEqual([...gone, ...shown]);
		later(2 * 86_400_000);
		expect((await serve([1])).map(({ summary }) => summary)).not.toContain('event 3');
	});

	it('is read once for many requests, and again after a few minutes', async () => {
		const { service, fetchCalendar, later } = await start();
		service.calls.length = 0;
		await Promise.all(Array.from({ length: 20 }, () => fetchCalendar()));
		await fetchCalendar();
		expect(service.calls).toHaveLength(2);
		later();
		await fetchCalendar();
		expect(service.calls).toHaveLength(4);
	});

	it('returns an error while the service cannot be reached or the user’s limit is used up, so that calendar apps keep their events', async () => {
		const { service, fetchCalendar, later } = await start();
		service.handler = breakOff;
		expect((await fetchCalendar()).status).toBe(502);
		later();
		service.handler = (call, response) => sendError(response, call, 111, 'rate_limit_exceeded1');
		expect((await fetchCalendar()).status).toBe(503);
	});
});

describe('a user’s calendar without an active session', () => {
	const notice = 'Sign in to Daybill again';

	it('contains the events that the service shows to everyone if it requires no token', async () => {
		const { service, browser, fetchCalendar } = await start();
		service.handler = () => undefined;
		await browser.post('/auth/logout');
		expect(namesOf(await (await fetchCalendar()).text())).toEqual(['An evening']);
	});

	it('asks the user to sign in if the service requires a token, and works again at the same URL after that', async () => {
		const { bff, browser, fetchCalendar } = await start();
		expect(namesOf(await (await fetchCalendar()).text())).toEqual(['event 1']);
		await browser.post('/auth/logout', { everywhere: true });
		const response = await fetchCalendar();
		expect([response.status, namesOf(await response.text())]).toEqual([200, [notice]]);
		const notices = locales.map(
			async (lang) => namesOf(await (await fetchCalendar(`?lang=${lang}`)).text())[0],
		);
		expect(new Set(await Promise.all(notices)).size).toBe(locales.length);
		await signInWithCode(bff.browser());
		expect(namesOf(await (await fetchCalendar()).text())).toEqual(['event 1']);
	});

	it('works again after another signed-in browser of the user requests /auth/calendar', async () => {
		const { bff, browser, fetchCalendar } = await start();
		const [phone, laptop] = [bff.browser(), browser];
		await signInWithCode(phone);
		await phone.post('/auth/logout');
		expect(namesOf(await (await fetchCalendar()).text())).toEqual([notice]);
		await laptop.get('/auth/calendar');
		expect(namesOf(await (await fetchCalendar()).text())).toEqual(['event 1']);
	});

	it('asks the user to sign in if the service ends the session while the calendar is read', async () => {
		const { service, fetchCalendar } = await start();
		const serve = service.handler;
		service.handler = (call, response) =>
			call.headers.authorization === undefined
				? serve(call, response)
				: sendError(response, call, 123, 'access_token_has_expired_since_password_changed');
		expect(namesOf(await (await fetchCalendar()).text())).toEqual([notice]);
	});
});
