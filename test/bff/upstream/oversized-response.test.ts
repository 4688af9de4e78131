import { expect, it } from 'vitest';
import { outcomeOf } from '../browser.ts';
import { respondTo } from '../fake-service.ts';
import { startSite } from '../start-site.ts';

const participants = '/api/events/10/participants';

it('a response whose headers are too large gets the reason of a large one, and is not retried', async () => {
	const { service, browser } = await startSite();
	service.handler = respondTo('/v2/event/10/participants', (response) =>
		response.writeHead(200, { 'x-much': 'y'.repeat(20_000) }).end('{}'),
	);
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
