import { expect, it } from 'vitest';
import { outcomeOf } from '../browser.ts';
import { fakeEvent, listOf, sendJson } from '../fake-service.ts';
import { startSite } from '../start-site.ts';

const participants = '/api/events/10/participants';

it('a response whose headers are too large gets the reason of a large one, and is not retried', async () => {
	const { service, browser } = await startSite();
	service.handler = (call, response) => {
		if (!call.url.includes('/participants')) return;
		response.writeHead(200, { 'x-much': 'y'.repeat(20_000) }).end('{}');
		return true;
	};
	for (let call = 0; call < 2; call++) {
		const response = await browser.get(participants);
		expect(await outcomeOf(response)).toEqual([502, 'service_response_too_large']);
	}
	expect(service.calls).toHaveLength(2);
	expect(await (await browser.get('/readyz')).json()).not.toHaveProperty('failing');
	service.handler = () => undefined;
	expect((await browser.get(participants)).status).toBe(200);
});

it('a list is never requested with a count above 100', async () => {
	const { service, browser } = await startSite();
	for (const count of ['100000', '101', '100', '7']) await browser.get(`${participants}?count=${count}`);
	const counts = service.calls.map(({ url }) => new URL(url, service.origin).searchParams.get('count'));
	expect(new Set(counts)).toEqual(new Set(['100', '7']));
});

it('a list whose texts are too large in total is read in smaller parts', async () => {
	const { service, browser } = await startSite();
	const text = 'x'.repeat(100_000);
	service.handler = ({ url }, response) => {
		if (!url.startsWith('/v2/event/list')) return;
		const count = Number(new URL(url, service.origin).searchParams.get('count'));
		const events = Array.from({ length: count }, (_, index) => ({
			...fakeEvent,
			id: String(index),
			content: text,
		}));
		return sendJson(response, 200, { ...listOf(...events), total: 100 });
	};
	const response = await browser.get('/api/cities/108288/events?day_type=future&count=100');
	const { items } = (await response.json()) as { items: unknown[] };
	expect([response.status, items.length]).toEqual([200, 25]);
});
