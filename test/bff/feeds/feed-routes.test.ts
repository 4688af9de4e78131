import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import {
	answer,
	breakOff,
	fakeEvent,
	listOf,
	pageOf,
	privateEvent,
	reject,
	requireToken,
	sendError,
	sendJson,
} from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSite } from '../start-site.ts';
import { icalEvents } from './ical-events.ts';

const publicPaths = ['/events/10.ics', '/feeds/cities/beijing.ics', '/embed/cities/beijing', '/sitemap.xml'];

describe('feeds', () => {
	it('are named after the list in their URL, in the requested language, and contain its events', async () => {
		const { service, browser } = await startSite();
		for (const [query, title] of [
			['', '北京 · Daybill'],
			['?day_type=weekend&type=salon&lang=zh-Hans', '北京 · 本周末 · 讲座 · Daybill'],
		]) {
			const textOf = async (format: string) => browser.text(`/feeds/cities/beijing.${format}${query}`);
			expect(parseAtomFeed(await textOf('atom')).title?.value).toBe(title);
			expect(parseJsonFeed(await textOf('json')).title).toBe(title);
			expect(await textOf('ics')).toContain(`X-WR-CALNAME:${title}`);
		}
		expect(service.calls.at(-1)?.url).toContain('loc=108288&day_type=weekend&type=salon&');
	});

	it('serve an event at /events/:id.ics, if it has a time', async () => {
		const { service, browser } = await startSite();
		const response = await browser.get('/events/10.ics');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
		expect(response.headers.get('content-disposition')).toContain('event-10.ics');
		expect((await browser.get('/events/11.ics')).status).toBe(404);
		service.handler = answer('/v2/event/12', { ...fakeEvent, id: '12', begin_time: '', end_time: '' });
		expect((await browser.get('/events/12.ics')).status).toBe(404);
	});

	it('serve an event of several days on the chosen day', async () => {
		const { service, browser } = await startSite();
		const times = { begin_time: '2026-11-28 10:00:00', end_time: '2026-12-20 18:00:00' };
		service.handler = answer('/v2/event/10', { ...fakeEvent, ...times });
		const startOf = async (query: string) =>
			icalEvents(await browser.text(`/events/10.ics${query}`))[0]?.startDate.toString();
		expect(await startOf('?day=2026-11-30')).toBe('2026-11-30T10:00:00');
		expect(await startOf('?day=2027-01-01')).toBe('2026-11-28');
		expect(await startOf('?day=never')).toBe('2026-11-28');
	});

	it('contain every event of their period, or of a shorter period that their title names', async () => {
		const { service, browser } = await startSite();
		const sizes: Record<string, number> = { future: 530, week: 120, today: 2 };
		let maxCount = 100;
		service.handler = (call, response) => {
			const [, dayType = ''] = /^\/v2\/event\/list\?.*day_type=(\w+)/.exec(call.url) ?? [];
			// One of today's events has begun, and is not in `future`.
			const firstId = dayType === 'today' ? 529 : 0;
			const events = Array.from({ length: sizes[dayType] ?? 0 }, (_, index) => ({
				...fakeEvent,
				id: String(firstId + index),
			}));
			return dayType !== '' && sendJson(response, 200, pageOf(call, 'events', events, maxCount));
		};
		const readAtom = async (type: string) =>
			parseAtomFeed(await browser.text(`/feeds/cities/beijing.atom?type=${type}`));
		expect((await readAtom('all')).entries).toHaveLength(531);
		sizes.future = 1_001;
		const { title, entries } = await readAtom('music');
		expect([title?.value, entries?.length]).toEqual(['北京 · This week · Music · Daybill', 120]);
		sizes.future = 500;
		maxCount = 20;
		expect((await readAtom('film')).entries).toHaveLength(120);
	});

	it('say when each event changed, and leave out one that the service no longer has', async () => {
		let now = Date.parse('2026-11-20T12:00:00Z');
		const { service, browser } = await startSite({ clock: () => now });
		let events = [fakeEvent, { ...fakeEvent, id: '20' }, { ...fakeEvent, id: '30' }];
		service.handler = ({ url }, response) =>
			url.startsWith('/v2/event/list') && sendJson(response, 200, listOf(...events));
		const textOf = async (format: string) => browser.text(`/feeds/cities/beijing.${format}`);
		const datesOf = async () => ({
			atom: parseAtomFeed(await textOf('atom')).entries?.map(({ updated }) => updated),
			json: parseJsonFeed(await textOf('json')).items?.map(({ date_modified }) => date_modified),
			ics: icalEvents(await textOf('ics')).map(({ component }) =>
				component.getFirstPropertyValue('last-modified')?.toString(),
			),
		});
		const [first, second] = ['2026-11-20T12:00:00', '2026-11-20T13:00:00'];
		const before = [0, 0, 0].map(() => `${first}.000Z`);
		expect(await datesOf()).toEqual({
			atom: before,
			json: before,
			ics: before.map(() => `${first}Z`),
		});
		now += 3_600_000;
		events = [
			{ ...fakeEvent, participant_count: 5 },
			{ ...fakeEvent, id: '20', address: 'another street' },
		];
		const after = [`${first}.000Z`, `${second}.000Z`];
		expect(await datesOf()).toEqual({
			atom: after,
			json: after,
			ics: [`${first}Z`, `${second}Z`],
		});
	});

	it('shorten a long text, but the event’s own calendar contains all of it', async () => {
		const { service, browser } = await startSite();
		const event = { ...fakeEvent, content: `${'word '.repeat(1_000)}<b>the end</b>` };
		service.handler = answer('/v2/event/', { ...event, ...listOf(event) });
		const textOf = async (path: string) => (await browser.text(path)).replaceAll('\r\n ', '');
		for (const format of ['ics', 'atom', 'json']) {
			const text = await textOf(`/feeds/cities/beijing.${format}`);
			expect(text.match(/word/g)).toHaveLength(100);
			expect(text).toContain('…');
		}
		expect(await textOf('/events/10.ics')).toContain('the end');
	});

	it('reject unknown filters, languages, cities and formats', async () => {
		const { browser } = await startSite();
		expect((await browser.get('/feeds/cities/beijing.atom?lang=tlh')).status).toBe(400);
		expect((await browser.get('/feeds/cities/beijing.ics?day_type=someday')).status).toBe(400);
		expect((await browser.get('/feeds/cities/beijing.ics?typ=music')).status).toBe(400);
		expect((await browser.get('/feeds/cities/atlantis.ics')).status).toBe(404);
		expect((await browser.get('/feeds/cities/beijing.rss')).status).toBe(404);
	});

	it('report that the service cannot be reached or rejects the read, instead of sending an empty feed', async () => {
		const { service, browser } = await startSite({ handler: breakOff });
		for (const path of publicPaths) expect([path, (await browser.get(path)).status]).toEqual([path, 502]);
		service.handler = reject(112);
		for (const path of publicPaths) expect([path, (await browser.get(path)).status]).toEqual([path, 503]);
	});

	it('say where to sign in if the service shows the events only to signed-in users', async () => {
		const { browser } = await startSite({ handler: reject(102) });
		for (const [path, page] of [
			['/events/10.ics', '/events/10'],
			['/feeds/cities/beijing.atom', '/cities/beijing'],
		]) {
			const response = await browser.get(path ?? '');
			expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store']);
			expect(await response.json()).toMatchObject({
				reason: 'sign_in_required',
				code: 102,
				detail: expect.stringMatching(`sign in at http://localhost:3000${page}$`),
			});
		}
	});

	it('give a signed-in user the file of an event that is closed to signed-out visitors, cached for that user alone', async () => {
		const { service, browser } = await startSite();
		requireToken(service);
		await signInWithCode(browser);
		const response = await browser.get('/events/10.ics');
		expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=600']);
		expect(icalEvents(await response.text())[0]?.summary).toBe('An evening');
	});

	it('send signed-in users 404 for a private event, whether or not they may see it', async () => {
		const { service, bff, browser } = await startSite();
		let isMember = false;
		service.handler = (call, response) => {
			if (call.url !== '/v2/event/10') return undefined;
			const { authorization } = call.headers;
			if (isMember && authorization !== undefined) return sendJson(response, 200, privateEvent);
			return sendError(response, call, 108);
		};
		const [member, other] = [await bff.member(), await bff.member()];
		const statuses: number[] = [];
		for (const each of [browser, other, member]) {
			isMember = each === member;
			statuses.push((await each.get('/events/10.ics')).status);
		}
		expect(statuses).toEqual([403, 404, 404]);
	});
});
