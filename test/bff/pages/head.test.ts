import { describe, expect, it } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { answer, fakeEvent } from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { startSite } from '../start-site.ts';

/** A BFF whose event 10 is this one. @returns a function that reads the head of a page */
async function startHeads(event: object = fakeEvent, settings: Partial<BffSettings> = {}) {
	const { service, browser } = await startSite(settings);
	service.handler = answer('/v2/event/10', event);
	return async (path: string, language = 'en') => {
		const response = await browser.fetch(path, { headers: { 'Accept-Language': language } });
		const html = await response.text();
		const head = html.slice(0, html.indexOf('</head>'));
		const tag = (pattern: RegExp) => pattern.exec(head)?.[1];
		return {
			status: response.status,
			head,
			tag,
			title: tag(/<title>([^<]*)/),
			description: tag(/property="og:description" content="([^"]*)/),
			data: pageDataOf(html),
			jsonLd: JSON.parse(
				tag(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/) ?? 'null',
			) as Record<string, unknown> | null,
		};
	};
}

const headOf = async (path: string, event?: object, settings?: Partial<BffSettings>) =>
	(await startHeads(event, settings))(path);

describe('previews in chats and search results', () => {
	it('an event has the properties that search engines require and recommend for an Event', async () => {
		const { jsonLd } = await headOf('/events/10');
		// Required: name, startDate, location with an address.
		expect(jsonLd).toMatchObject({
			'@context': 'https://schema.org',
			'@type': 'Event',
			name: 'An evening',
			startDate: '2026-11-21T19:00:00',
			location: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: '北京' } },
		});
		const isFree = async (fee_str: string) =>
			(await headOf('/events/10', { ...fakeEvent, fee_str })).jsonLd?.isAccessibleForFree;
		expect([await isFree('120元'), await isFree('免费')]).toEqual([false, true]);
		expect(jsonLd).not.toHaveProperty('isAccessibleForFree');
		// Recommended, if the specification has a field for it: no performer.
		expect(jsonLd).toMatchObject({
			endDate: '2026-11-21T21:00:00',
			description: expect.stringContaining('text'),
			eventStatus: 'https://schema.org/EventScheduled',
			image: [expect.stringMatching(/^http:\/\/localhost:3000\/images\/1280\?src=/)],
			organizer: { '@type': 'Person', name: 'Owner', url: 'http://localhost:3000/users/1/created' },
			url: 'http://localhost:3000/events/10',
		});
	});

	it.each([
		['Asia/Shanghai', '北京 · Tonight · Daybill'],
		[null, '北京 · Today · Daybill'],
	])('today’s list is tonight’s if it is evening in the service’s zone: %s', async (timeZone, title) => {
		const evening = timeZone === null ? new Date(2026, 10, 20, 20) : new Date('2026-11-20T12:00:00Z');
		const head = await headOf('/cities/beijing?day_type=today', fakeEvent, {
			...{ timeZone, clock: () => evening.getTime() },
		});
		expect(head.title).toBe(title);
	});

	it('an event, a city and a filter have a title, a description, a canonical URL and a preview', async () => {
		const event = await headOf('/events/10');
		expect(event.tag(/<title>([^<]*)/)).toBe('An evening · Daybill');
		expect(event.tag(/<link rel="canonical" href="([^"]*)/)).toBe('http://localhost:3000/events/10');
		expect(event.tag(/property="og:title" content="([^"]*)/)).toBe('An evening');
		expect(event.tag(/name="twitter:card" content="([^"]*)/)).toBe('summary_large_image');
		const city = await headOf('/cities/beijing?day_type=weekend&type=music');
		expect(city.tag(/<title>([^<]*)/)).toBe('北京 · This weekend · Music · Daybill');
		expect(city.tag(/<link rel="canonical" href="([^"]*)/)).toBe(
			'http://localhost:3000/cities/beijing?day_type=weekend&amp;type=music',
		);
		expect(city.tag(/name="description" content="([^"]*)/)).toContain('北京');
		expect(city.tag(/type="application\/atom\+xml"[^>]*href="([^"]*)/)).toBe(
			'/feeds/cities/beijing.atom?day_type=weekend&amp;type=music',
		);
	});

	it('a day is in the title; feeds and links have all days, and no image is preloaded', async () => {
		const { title, tag, head } = await headOf('/cities/beijing?day=2026-12-04');
		expect(title).toBe('北京 · Fri, 4 Dec 2026 · Daybill');
		expect(tag(/type="application\/atom\+xml"[^>]*href="([^"]*)/)).toBe(
			'/feeds/cities/beijing.atom?day_type=future',
		);
		expect(head).not.toContain('rel="preload" as="image"');
	});

	it('an event without times, owner or images has a title and a preview', async () => {
		const { title, jsonLd, tag } = await headOf('/events/10', { id: '10', title: 'An evening' });
		expect(title).toBe('An evening · Daybill');
		expect(tag(/property="og:title" content="([^"]*)/)).toBe('An evening');
		// No JSON-LD, since search engines require a startDate.
		expect(jsonLd).toBeNull();
		expect(tag(/property="og:image" content="([^"]*)/)).toMatch(/^http:.*\/previews\/en\/10\.jpg/);
		expect(tag(/property="og:image:alt" content="([^"]*)/)).toBe('An evening');
	});

	it('texts with entities or tags are escaped once', async () => {
		const event = {
			...fakeEvent,
			title: 'Tom &amp; Jerry',
			content: '<p>Tom &amp; Jerry <b>live</b> &lt;3</p>',
		};
		const { title, description, jsonLd } = await headOf('/events/10', event);
		expect(title).toBe('Tom &amp; Jerry · Daybill');
		expect(description).toBe('Sat, 21 Nov 2026, 7:00\u00a0PM · a street · Tom &amp; Jerry live &lt;3');
		expect(jsonLd).toMatchObject({
			name: 'Tom & Jerry',
			description: expect.stringContaining('Tom & Jerry live <3'),
		});
	});

	it('times are those of the city, with their offset if the zone is known; whole days are dates', async () => {
		const timeZone = 'Europe/Berlin';
		const night = { begin_time: '2026-12-06 00:30:00', end_time: '2026-12-06 03:00:00' };
		expect((await headOf('/events/10', { ...fakeEvent, ...night }, { timeZone })).jsonLd).toMatchObject({
			startDate: '2026-12-06T00:30:00+01:00',
			endDate: '2026-12-06T03:00:00+01:00',
		});
		const days = { begin_time: '2026-12-06 00:00:00', end_time: '2026-12-08 00:00:00' };
		expect((await headOf('/events/10', { ...fakeEvent, ...days }, { timeZone })).jsonLd).toMatchObject({
			startDate: '2026-12-06',
			endDate: '2026-12-07',
		});
	});
});

const titled = [
	['/', 'Choose your city', '选择你的城市'],
	['/cities', 'Choose your city', '选择你的城市'],
	['/me/wished', 'My events', '我的活动'],
	['/nowhere', 'Page not found', '页面不存在'],
	['/cities/beijing', '北京', '北京'],
	['/cities/beijing?day_type=weekend&type=music', '北京 · This weekend · Music', '北京 · 本周末 · 音乐'],
	['/cities/beijing?day_type=tomorrow&type=salon', '北京 · Tomorrow · Talks', '北京 · 明天 · 讲座'],
] as const;

it('titles and descriptions in the language of the visitor use the words of the page itself', async () => {
	const read = await startHeads();
	for (const [path, english, chinese] of titled) {
		expect((await read(path)).title).toBe(`${english} · Daybill`);
		const { title, description = '看', status } = await read(path, 'zh-CN');
		expect([path, status]).toEqual([path, path === '/nowhere' ? 404 : 200]);
		expect(title).toBe(`${chinese} · Daybill`);
		expect(description).toMatch(/\p{Script=Han}/u);
		expect(description).not.toMatch(/what’s on|weekend|Music/i);
	}
	const { description } = await read('/events/10', 'zh-CN');
	expect(description).toMatch(/^2026年11月21日周六 19:00 · /);
});
