import fc from 'fast-check';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../../src/bff/feeds/calendar.ts';
import { atomFeed, jsonFeed } from '../../../src/bff/feeds/documents.ts';
import type { Event } from '../../../src/contract/resources.ts';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';

const eventsOf = (text: string) =>
	new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0])
		.getAllSubcomponents('vevent')
		.map((component) => new ICAL.Event(component));
const asEvent = (fields: object) => ({ ...fakeEvent, ...fields }) as unknown as Event;
const revision = { sequence: 2, stamp: Date.parse('2026-11-20T08:00:00Z') };
const options = { name: 'Daybill', publicUrl: 'https://events.example', timeZone: null };

describe('an event as iCalendar (RFC 5545), read back by ical.js', () => {
	it('has a stable UID, DTSTAMP, SEQUENCE, floating times, place and address', () => {
		const [event] = eventsOf(calendarOf([{ event: asEvent({}), revision }], options));
		expect(event?.uid).toBe('event-10@events.example');
		expect(event?.sequence).toBe(2);
		expect(event?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-20T08:00:00Z');
		expect(event?.startDate.toString()).toBe('2026-11-21T19:00:00');
		expect(event?.endDate.toString()).toBe('2026-11-21T21:00:00');
		expect(event?.startDate.zone?.tzid).toBe('floating');
		expect(event?.location).toBe('a street');
		expect(event?.component.getFirstPropertyValue('geo')).toEqual([39.9, 116.4]);
		expect(event?.component.getFirstPropertyValue('url')).toBe('https://events.example/events/10');
	});

	it('has moments in UTC when EVENTS_TIME_ZONE is set, across a change of the clocks too', () => {
		const times = (begin_time: string, timeZone: string) =>
			eventsOf(
				calendarOf([{ event: asEvent({ begin_time, end_time: '2027-12-01 00:00:00' }), revision }], {
					...options,
					timeZone,
				}),
			)[0]?.startDate.toString();
		expect(times('2026-11-21 19:00:00', 'Asia/Shanghai')).toBe('2026-11-21T11:00:00Z');
		expect(times('2027-03-14 01:30:00', 'America/New_York')).toBe('2027-03-14T06:30:00Z');
		expect(times('2027-03-14 03:30:00', 'America/New_York')).toBe('2027-03-14T07:30:00Z');
	});

	it('keeps any title, place and text, in lines of at most 75 octets of valid UTF-8', () => {
		const text = fc.string({
			unit: fc.oneof(
				{
					weight: 3,
					arbitrary: fc.constantFrom(
						'中',
						'文',
						'é',
						'😀',
						';',
						',',
						'\\',
						':',
						'"',
						'\n',
						'\r',
						'\u0000',
						'a',
						' ',
					),
				},
				{ weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
			),
			maxLength: 200,
		});
		fc.assert(
			fc.property(text, text, text, (title, address, content) => {
				const ics = calendarOf([{ event: asEvent({ title, address, content }), revision }], options);
				for (const line of ics.split('\r\n')) {
					expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
					expect(line.isWellFormed()).toBe(true);
				}
				const [event, ...others] = eventsOf(ics);
				expect(others).toEqual([]);
				expect(event?.uid).toBe('event-10@events.example');
				expect(event?.component.getAllProperties('summary')).toHaveLength(1);
				expect(event?.component.getAllProperties('attendee')).toHaveLength(0);
			}),
			{ numRuns: 200 },
		);
	});

	it('takes no property from a text that looks like one', () => {
		const title = 'x\r\nATTENDEE:mailto:a@b\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil';
		const all = eventsOf(calendarOf([{ event: asEvent({ title }), revision }], options));
		expect(all).toHaveLength(1);
		expect(all[0]?.component.getAllProperties('attendee')).toEqual([]);
		expect(all[0]?.summary).toContain('ATTENDEE');
	});

	it('runs over midnight and over days, and leaves out what has no time', () => {
		const entries = [
			{
				event: asEvent({ id: '1', begin_time: '2026-11-21 23:00:00', end_time: '2026-11-22 05:00:00' }),
				revision,
			},
			{
				event: asEvent({ id: '2', begin_time: '2026-11-21 10:00:00', end_time: '2026-12-30 18:00:00' }),
				revision,
			},
			{ event: asEvent({ id: '3', begin_time: 'soon', end_time: '' }), revision },
		];
		expect(eventsOf(calendarOf(entries, options)).map(({ endDate }) => endDate.toString())).toEqual([
			'2026-11-22T05:00:00',
			'2026-12-30T18:00:00',
		]);
	});
});

describe('Atom and JSON Feed, read back by feedsmith', () => {
	const info = {
		title: 'Beijing',
		page: 'https://events.example/p',
		self: 'https://events.example/f',
		publicUrl: 'https://events.example',
	};
	it('keep any title and text', () => {
		const text = fc.string({
			unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '中', '😀', 'a', ' ', '\n'),
			maxLength: 60,
		});
		fc.assert(
			fc.property(text, text, (title, content) => {
				const entries = [{ event: asEvent({ title: `t${title}`, content: `c${content}` }), revision }];
				const atom = parseAtomFeed(atomFeed(entries, info));
				const json = parseJsonFeed(jsonFeed(entries, info));
				expect(atom.entries).toHaveLength(1);
				expect(json.items).toHaveLength(1);
				expect(json.items?.[0]?.id).toBe('https://events.example/events/10');
				expect(json.items?.[0]?.title?.startsWith('t')).toBe(true);
			}),
			{ numRuns: 100 },
		);
	});
});

describe('addresses of feeds', () => {
	it('/events/:id.ics, with an ETag that saves the next one', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const answer = await browser.get('/events/10.ics');
		expect([answer.status, answer.headers.get('content-type')]).toEqual([
			200,
			'text/calendar; charset=utf-8',
		]);
		expect(answer.headers.get('content-disposition')).toContain('event-10.ics');
		const etag = answer.headers.get('etag') ?? '';
		expect((await browser.fetch('/events/10.ics', { headers: { 'If-None-Match': etag } })).status).toBe(304);
		expect((await browser.get('/events/11.ics')).status).toBe(404);
	});

	it('SEQUENCE rises when what is shown of an event changes, and only then', async () => {
		let title = 'first';
		let wisher_count = 1;
		let now = Date.now();
		const service = await startFakeService();
		service.handler = (call, response) =>
			call.url === '/v2/event/10'
				? sendJson(response, 200, { ...fakeEvent, title, wisher_count })
				: undefined;
		const browser = (await startTestBff(service.origin, { clock: () => now })).browser();
		const sequence = async () => {
			now += 40 * 60_000;
			return eventsOf(await (await browser.get('/events/10.ics')).text())[0]?.sequence;
		};
		expect(await sequence()).toBe(0);
		wisher_count = 2;
		expect(await sequence()).toBe(0);
		title = 'second';
		await sequence();
		expect(await sequence()).toBe(1);
	});

	it('a city as calendar, Atom and JSON Feed, with the filters of its list', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		const list = (await (
			await browser.get('/api/v2/event/list?loc=108288&day_type=week&type=music&start=0&count=100')
		).json()) as { total: number };
		const query = '?day_type=week&type=music';
		const ics = eventsOf(await (await browser.get(`/feeds/cities/beijing.ics${query}`)).text());
		const atom = parseAtomFeed(await (await browser.get(`/feeds/cities/beijing.atom${query}`)).text());
		const json = parseJsonFeed(await (await browser.get(`/feeds/cities/beijing.json${query}`)).text());
		expect(ics).toHaveLength(list.total);
		expect(atom.entries).toHaveLength(list.total);
		expect(json.items).toHaveLength(list.total);
		expect(new Set(ics.map(({ uid }) => uid)).size).toBe(list.total);
	});

	it('refuse a filter that is none, an unknown city and an unknown format', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		expect((await browser.get('/feeds/cities/beijing.ics?day_type=someday')).status).toBe(400);
		expect((await browser.get('/feeds/cities/beijing.ics?typ=music')).status).toBe(400);
		expect((await browser.get('/feeds/cities/atlantis.ics')).status).toBe(404);
		expect((await browser.get('/feeds/cities/beijing.rss')).status).toBe(404);
	});

	it('private events are in no file, feed, sitemap or head', async () => {
		const service = await startFakeService();
		const secret = { ...fakeEvent, title: 'a secret party', is_priv: 'yes' };
		service.handler = (call, response) => {
			if (call.url === '/v2/event/10') return sendJson(response, 200, secret);
			return call.url.startsWith('/v2/event/list')
				? sendJson(response, 200, { count: 1, start: 0, total: 1, events: [secret] })
				: undefined;
		};
		const browser = (await startTestBff(service.origin)).browser();
		expect((await browser.get('/events/10.ics')).status).toBe(404);
		for (const address of [
			'/feeds/cities/beijing.ics',
			'/feeds/cities/beijing.atom',
			'/sitemap.xml',
			'/embed/cities/beijing',
		])
			expect(await (await browser.get(address)).text()).not.toContain('secret party');
		const page = await (await browser.get('/events/10')).text();
		expect(page.slice(0, page.indexOf('</head>'))).not.toContain('secret party');
	});
});

describe('the calendar of one’s own events', () => {
	it('has a secret address that works without a cookie, and can be revoked', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const browser = bff.browser();
		await signInWithCode(browser);
		expect(await (await browser.get('/auth/calendar')).json()).toEqual({ exists: false });
		const { address } = (await (await browser.post('/auth/calendar')).json()) as { address: string };
		expect(address).toMatch(/^http:\/\/localhost:3000\/feeds\/mine\/[\w-]{43}\.ics$/);
		const path = new URL(address).pathname;
		const answer = await fetch(bff.origin + path);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('cache-control')).toContain('private');
		const [event] = eventsOf(await answer.text());
		expect([event?.summary, event?.component.getFirstPropertyValue('status')]).toEqual([
			'An evening',
			'CONFIRMED',
		]);
		expect(await (await browser.get('/auth/calendar')).json()).toEqual({ exists: true });
		await browser.fetch('/auth/calendar', { method: 'DELETE' });
		expect((await fetch(bff.origin + path)).status).toBe(404);
	});

	it('a new address takes the place of the old one; nobody signed out makes one', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const browser = bff.browser();
		expect((await browser.post('/auth/calendar')).status).toBe(401);
		await signInWithCode(browser);
		const make = async () =>
			new URL(((await (await browser.post('/auth/calendar')).json()) as { address: string }).address)
				.pathname;
		const first = await make();
		const second = await make();
		expect((await fetch(bff.origin + first)).status).toBe(404);
		expect((await fetch(bff.origin + second)).status).toBe(200);
	});
});

describe('the embed', () => {
	it('may be framed by anyone, has no script and no cookie, and weighs less than 20 KB', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		const answer = await browser.get('/embed/cities/beijing?day_type=week&count=20&lang=zh-Hans&theme=dark');
		const html = await answer.text();
		expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
		expect(answer.headers.get('x-frame-options')).toBeNull();
		expect(answer.headers.getSetCookie()).toEqual([]);
		expect(html).not.toContain('<script');
		expect(html).toContain('lang="zh-Hans" data-theme="dark"');
		expect(html.match(/<li>/g)).toHaveLength(20);
		expect(Buffer.byteLength(html)).toBeLessThan(20_000);
	});

	it('escapes whatever a title holds', async () => {
		const service = await startFakeService();
		const title = '"><img src=x onerror=alert(1)>&amp;';
		service.handler = (call, response) =>
			call.url.startsWith('/v2/event/list')
				? sendJson(response, 200, {
						count: 1,
						start: 0,
						total: 1,
						events: [{ ...fakeEvent, title: `a ${title}` }],
					})
				: undefined;
		const html = await (
			await (await startTestBff(service.origin)).browser().get('/embed/cities/beijing')
		).text();
		expect(html).not.toContain('onerror');
	});
});

describe('what search engines are told', () => {
	it('robots.txt closes what is personal and names the sitemap, which has cities and known events', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin)).browser();
		const robots = await (await browser.get('/robots.txt')).text();
		expect(robots).toContain('Disallow: /me/');
		expect(robots).toContain('Sitemap: http://localhost:3000/sitemap.xml');
		await browser.get('/cities/beijing?day_type=week');
		const sitemap = await (await browser.get('/sitemap.xml')).text();
		expect(sitemap).toContain('<loc>http://localhost:3000/cities/beijing</loc>');
		expect(sitemap.match(/\/events\/\d+/g)?.length).toBeGreaterThan(5);
	});
});
