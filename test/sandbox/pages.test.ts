import { describe, expect, it } from 'vitest';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { startWithOwnEvents } from './own-event.ts';
import { startTestSandbox } from './start-sandbox.ts';

const get = async (url: string) => {
	const response = await fetch(url, { redirect: 'manual' });
	return { status: response.status, headers: response.headers, html: await response.text() };
};

describe('pages of events and users (Spec §2.1, §2.2)', () => {
	it('show an event’s title, times, place and owner, and its image exists', async () => {
		const sandbox = await startTestSandbox();
		const { body } = await sandbox.call<WireEventList>('GET', '/v2/event/list?day_type=future');
		const [event] = body.events;
		if (event === undefined) throw new Error('the seed has no event');
		const { html, headers } = await get(event.alt);
		const inHtml = (text: string) => text.replaceAll('&', '&amp;');
		expect(html).toContain(inHtml(event.title));
		expect(html).toContain(inHtml(event.address));
		expect(html).toContain(`href="${new URL(event.owner.alt).pathname}"`);
		expect(html).toMatch(/20\d\d(?: at|,) \d+:\d\d/);
		expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*img-src 'self'/);
		expect((await get(event.owner.alt)).status).toBe(200);
		const image = /<img src="([^"]+)"/.exec(html)?.[1] ?? '';
		expect((await get(`${sandbox.origin}${image}`)).status).toBe(200);
	});

	it('show HTML in the text of an event as text, without its scripts and markup', async () => {
		const sandbox = await startTestSandbox();
		const { body: event } = await sandbox.call<WireEvent>('GET', '/v2/event/10000001');
		expect(event.content).toContain('<script>');
		const { html } = await get(event.alt);
		expect(html).not.toMatch(/<script|onerror|javascript:/);
		expect(html).toContain('Part one');
	});

	it('do not show private events', async () => {
		const sandbox = await startWithOwnEvents({ id: 'secret', title: 'A surprise', is_priv: true });
		const { access_token: token } = await sandbox.issue('1001');
		const { body: event } = await sandbox.call<WireEvent>('GET', '/v2/event/secret', { token });
		const { status, html } = await get(event.alt);
		expect([status, html.includes(event.title)]).toEqual([404, false]);
	});

	it('have status 404 for something that does not exist', async () => {
		const { origin } = await startTestSandbox();
		for (const path of ['/pages/events/no%2Fsuch', '/pages/m/events/1', '/pages/users/caf%C3%A9'])
			expect((await get(`${origin}${path}`)).status).toBe(404);
	});
});
