import { describe, expect, it } from 'vitest';
import { fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

async function headOf(path: string, event: object = fakeEvent) {
	const service = await startFakeService();
	service.handler = (call, response) =>
		call.url === '/v2/event/10' ? sendJson(response, 200, event) : undefined;
	const answer = await (await startTestBff(service.origin)).browser().get(path);
	const html = await answer.text();
	const head = html.slice(0, html.indexOf('</head>'));
	const tag = (pattern: RegExp) => pattern.exec(head)?.[1];
	return {
		head,
		tag,
		jsonLd: JSON.parse(tag(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/) ?? 'null') as Record<
			string,
			unknown
		> | null,
	};
}

describe('what unfolds in chats and search results', () => {
	it('an event has what schema.org requires of an Event, and recommends', async () => {
		const { jsonLd } = await headOf('/events/10');
		// Required: name, startDate, location with an address.
		expect(jsonLd).toMatchObject({
			'@context': 'https://schema.org',
			'@type': 'Event',
			name: 'An evening',
			startDate: '2026-11-21T19:00:00',
			location: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: '北京' } },
		});
		// Recommended, as far as the specification knows it: no offers, no performer.
		expect(jsonLd).toMatchObject({
			endDate: '2026-11-21T21:00:00',
			description: expect.stringContaining('text'),
			eventStatus: 'https://schema.org/EventScheduled',
			eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
			image: [expect.stringMatching(/^http:\/\/localhost:3000\/images\/1280\?src=/)],
			organizer: { '@type': 'Person', name: 'Owner', url: 'http://localhost:3000/users/1/created' },
			url: 'http://localhost:3000/events/10',
		});
	});

	it('an event, a city and a filter have title, description, canonical address and preview', async () => {
		const event = await headOf('/events/10');
		expect(event.tag(/<title>([^<]*)/)).toBe('An evening · Daybill');
		expect(event.tag(/<link rel="canonical" href="([^"]*)/)).toBe('http://localhost:3000/events/10');
		expect(event.tag(/property="og:title" content="([^"]*)/)).toBe('An evening');
		expect(event.tag(/name="twitter:card" content="([^"]*)/)).toBe('summary_large_image');
		const city = await headOf('/cities/beijing?day_type=weekend&type=music');
		expect(city.tag(/<title>([^<]*)/)).toBe('北京: Music, this weekend · Daybill');
		expect(city.tag(/<link rel="canonical" href="([^"]*)/)).toBe(
			'http://localhost:3000/cities/beijing?day_type=weekend&amp;type=music',
		);
		expect(city.tag(/name="description" content="([^"]*)/)).toContain('北京');
		expect(city.tag(/type="application\/atom\+xml"[^>]*href="([^"]*)/)).toBe('/feeds/cities/beijing.atom');
	});

	it('the largest picture is asked for before any script has run', async () => {
		const { head } = await headOf('/events/10');
		expect(head).toMatch(
			/<link rel="preload" as="image" imagesrcset="\/images\/192\?src=[^"]+" imagesizes="[^"]+"/,
		);
	});

	it('a private event says nothing, and asks not to be indexed', async () => {
		const { head, jsonLd } = await headOf('/events/10', { ...fakeEvent, is_priv: 'yes' });
		expect(jsonLd).toBeNull();
		expect(head).toContain('noindex');
		expect(head).not.toContain('An evening');
	});
});
