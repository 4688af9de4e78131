/** `/api/v2`: the operations as the service defines them, for the developer console. */
import { describe, expect, it } from 'vitest';
import { directHeader } from '../../../src/contract/bff-api/developers.ts';
import type { Relations } from '../../../src/contract/bff-api/relations.ts';
import { outcomeOf } from '../browser.ts';
import { breakOff, fakeEvent, reject, sendJson } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const path = '/api/v2/event/10';
const sandbox = {
	origin: 'http://127.0.0.1:1',
	checkConformance: () => Promise.reject(new Error('the check ran')),
};

describe('a raw call', () => {
	it('requires a signed-in user, and passes everything on unchanged', async () => {
		const { service, browser } = await startSite();
		expect((await browser.get(path)).status).toBe(401);
		await signInWithCode(browser);
		service.calls.length = 0;
		const odd = { ...fakeEvent, extra: { deep: [null] } };
		service.handler = (_call, response) => sendJson(response, 200, odd, { 'X-RateLimit-Remaining': '17' });
		for (let times = 0; times < 2; times++) {
			const response = await browser.get(path);
			expect(await response.json()).toEqual(odd);
			expect(response.headers.get('x-ratelimit-remaining')).toBe('17');
			expect(response.headers.get('cache-status')).toBe('daybill; fwd=bypass');
			expect(response.headers.get('cache-control')).toBe('private, no-store');
		}
		expect(service.calls.map(({ headers }) => headers.authorization !== undefined)).toEqual([true, true]);
		await browser.fetch(path, { headers: { [directHeader]: 'anonymous' } });
		expect(service.calls.at(-1)?.headers.authorization).toBeUndefined();
	});

	it('does not affect signed-out visitors, however often it is rejected without a token', async () => {
		const { service, bff, browser } = await startSignedIn({ handler: reject(102) });
		for (let times = 0; times < 3; times++)
			await browser.fetch('/api/v2/loc/list', { headers: { [directHeader]: 'anonymous' } });
		service.handler = () => undefined;
		expect((await bff.browser().get('/api/cities')).status).toBe(200);
	});

	it('is open to everyone with the embedded sandbox', async () => {
		const { browser } = await startSite({ sandbox });
		expect((await browser.get(path)).status).toBe(200);
	});

	it.each([
		['{"accepted": true}', { accepted: true }],
		['OK', {}],
	])('shows the body of a 202: %s', async (body, shown) => {
		const { service, browser } = await startSignedIn();
		service.handler = (call, response) => call.method === 'POST' && response.writeHead(202).end(body) && true;
		expect(await (await browser.post(`${path}/wishers`)).json()).toEqual(shown);
	});

	it('reports that the outcome of a write is unknown if its response was lost', async () => {
		const { browser } = await startSignedIn({ handler: breakOff });
		expect(await outcomeOf(await browser.post(`${path}/participants`))).toEqual([504, 'outcome_unknown']);
		expect(await outcomeOf(await browser.get(path))).toEqual([502, 'service_unreachable']);
	});

	it('is rejected if it has a body, whose parameters the service would not get', async () => {
		const { service, browser } = await startSignedIn();
		const response = await browser.post(`${path}/participants`, { participate_date: '2026-11-21' });
		expect(await response.json()).toMatchObject({
			reason: 'invalid_request',
			detail: 'Send parameters in the query, and no body.',
		});
		expect(service.calls).toEqual([]);
	});

	it('shows a write to every visitor', async () => {
		const { service, browser, bff } = await startSite();
		await bff.browser().get('/api/events/10');
		await signInWithCode(browser);
		const own = '/api/me/relations?status=ongoing';
		await browser.get(own);
		expect((await browser.fetch(`${path}/wishers`, { method: 'DELETE' })).status).toBe(202);
		service.calls.length = 0;
		const event = await bff.browser().json('/api/events/10');
		expect(event).toMatchObject({ wisherCount: fakeEvent.wisher_count - 1 });
		expect(service.calls).toEqual([]);
		const { relations } = await browser.json<Relations>(own);
		expect(relations[10]).toMatchObject({ joined: true, wished: false });
	});
});
