import { describe, expect, it } from 'vitest';
import { reject, sendError, sendJson } from '../fake-service.ts';
import { startSignedIn } from '../start-site.ts';

const join = '/api/events/10/participants';

describe('refresh after expiry (Spec §3.1)', () => {
	it('happens when a call is rejected with 106, and the call is repeated once', async () => {
		const { service, browser } = await startSignedIn();
		service.valid.clear();
		expect((await browser.post(join, { participate_date: '2026-11-21' })).status).toBe(202);
		expect(service.called().slice(0, 3)).toEqual([
			'POST /v2/event/10/participants?participate_date=2026-11-21',
			'POST /service/auth2/token',
			'POST /v2/event/10/participants?participate_date=2026-11-21',
		]);
	});

	it('happens without a rejection once the lifetime counted from receipt is over by a margin, but not before', async () => {
		let now = Date.parse('2026-11-20T12:00:00Z');
		const { service, browser } = await startSignedIn({ clock: () => now });
		now += 604_800_000 + 1_000;
		expect((await browser.post(join)).status).toBe(202);
		expect(service.tokenCalls('refresh_token')).toHaveLength(0);
		now += 1_000;
		service.valid.clear();
		expect((await browser.post(join)).status).toBe(202);
		expect(service.tokenCalls('refresh_token')).toHaveLength(1);
		expect(service.calls.filter(({ url }) => url.endsWith('/participants'))).toHaveLength(2);
	});

	it('does not loop when the service keeps saying both expired and not expired', async () => {
		const { service, browser } = await startSignedIn({ handler: reject(106, '/v2/') });
		const response = await browser.post(join);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ code: 106 });
		expect(service.calls).toHaveLength(3);
	});

	it.each([
		[500, {}, [502, 'service_invalid_response']],
		[400, { code: 112, msg: 'rate_limit_exceeded2', request: '' }, [429, 'too_many_requests']],
	])(
		'that fails does not leave a write in doubt, since the service rejected it: %i %j',
		async (status, body, expected) => {
			const { service, browser } = await startSignedIn();
			service.valid.clear();
			service.handler = (call, response) =>
				call.url.includes('/token') ? sendJson(response, status, body) : undefined;
			const response = await browser.post(join);
			expect([response.status, (await response.json()).reason]).toEqual(expected);
			expect(service.called().filter((call) => call.startsWith('GET'))).toEqual([]);
		},
	);

	it.each([106, 103])(
		'repeats a call with the new token if the old one was rejected after another call refreshed it: %i',
		async (code) => {
			const { service, browser } = await startSignedIn();
			const released = Promise.withResolvers<void>();
			let isFirst = true;
			service.handler = async (call, response) => {
				if (!call.url.startsWith('/v2/') || call.method !== 'POST' || !isFirst) return;
				isFirst = false;
				await released.promise;
				return sendError(response, call, code);
			};
			const slow = browser.post(join);
			await expect.poll(() => isFirst).toBe(false);
			service.valid.clear();
			expect((await browser.post(join)).status).toBe(202);
			released.resolve();
			expect((await slow).status).toBe(202);
			expect(service.tokenCalls('refresh_token')).toHaveLength(1);
		},
	);
});

describe('POST /auth/token with grant_type refresh_token', () => {
	const body = { grant_type: 'refresh_token' };

	it('passes 119 on unchanged, and ends the session', async () => {
		const { service, browser } = await startSignedIn();
		service.valid.clear();
		service.refreshToken = 'another';
		const response = await browser.post('/auth/token', body);
		expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 119 })]);
		expect(await browser.session()).toMatchObject({ signed_in: false });
	});

	it('counts as a call of the user, so that no one uses up the calls of the site', async () => {
		const { service, browser } = await startSignedIn({ visitorCalls: 5 });
		service.handler = reject(124, '/service/auth2/token');
		const statuses = [];
		for (let call = 0; call < 7; call++) statuses.push((await browser.post('/auth/token', body)).status);
		expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
		expect(service.tokenCalls('refresh_token')).toHaveLength(5);
	});
});
