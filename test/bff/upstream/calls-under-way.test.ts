import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { fakeEvent, holdCalls, sendError, sendJson } from '../fake-service.ts';
import { newState } from '../sign-in.ts';
import { startSite } from '../start-site.ts';

const quiet = { logLevel: 'silent' as const, trustProxy: ['127.0.0.1'] };

/** A BFF whose service holds reads until they are released. */
async function start(settings: Partial<BffSettings> = {}) {
	const { service, bff } = await startSite({ ...quiet, ...settings });
	service.handler = ({ url, body }, response) => {
		const [, id] = /code-of-(\d+)/.exec(`${url}${body}`) ?? [];
		if (id === undefined) return undefined;
		service.valid.add(`token-${id}`);
		const tokens = { access_token: `token-${id}`, refresh_token: `refresh-${id}`, expires_in: 604_800 };
		return sendJson(response, 200, { ...tokens, service_user_id: id });
	};
	const respond = (response: ServerResponse) =>
		sendJson(response, 200, { ...fakeEvent, events: [], total: 0 });
	return { bff, service, ...holdCalls(service, ({ method }) => method === 'GET', respond) };
}

it.each(['visitor', 'person'])(
	'a %s with 100 slow reads gets 503 for the excess, and leaves capacity for others',
	async (who) => {
		const { bff, held, release } = await start({ visitorCalls: 10_000 });
		const [flooder, other] = await Promise.all(
			['42', '43'].map(async (id) => {
				if (who === 'visitor') return (path: string) => bff.statusFor(`203.0.113.${id}`, path);
				const person = await bff.member(`code-of-${id}`);
				return async (path: string) => (await person.get(path)).status;
			}),
		);
		const pathOf = (id: number) => `/api/users/42/participated?start=${id}&count=20`;
		const statuses: number[] = [];
		const flood = Array.from({ length: 100 }, async (_, index) => {
			statuses.push((await flooder?.(pathOf(index))) ?? 0);
		});
		// 64 requests first wait in the visitor's or person's queue, until they time out.
		await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(100 - 8);
		expect(new Set(statuses)).toEqual(new Set([503]));
		expect(held).toHaveLength(8);
		const read = other?.('/api/events/b');
		await expect.poll(() => held.length).toBe(9);
		release();
		expect(await read).toBe(200);
		await Promise.all(flood);
		expect(statuses.filter((status) => status === 200)).toHaveLength(8);
	},
);

it('a visitor whose calls are used up does not cause a 429 for others who read the same thing at the same time', async () => {
	const { bff } = await startSite({ ...quiet, visitorCalls: 10 });
	for (let call = 0; call < 12; call++) await bff.statusFor('203.0.113.1', `/api/events/2${call}`);
	for (const path of ['/api/events/10', '/cities/beijing', '/feeds/cities/beijing.atom']) {
		const reads = ['1', '1', '2', '1', '3'].map((visitor) => bff.statusFor(`203.0.113.${visitor}`, path));
		const [first, , second, , third] = await Promise.all(reads);
		// The first visitor's request may share another visitor's read, and succeed.
		expect([path, [200, 429].includes(first ?? 0), second, third]).toEqual([path, true, 200, 200]);
	}
});

it('slow reads of many people do not delay a join', async () => {
	const { bff, service, held, release } = await start({ visitorCalls: 10_000 });
	const reads: Promise<Response>[] = [];
	for (let id = 50; id < 57; id++) {
		const person = await bff.member(`code-of-${id}`);
		const headers = { 'X-Forwarded-For': `203.0.113.${id}` };
		for (let start = 0; start < 8; start++)
			reads.push(person.fetch(`/api/users/${id}/participated?start=${start}&count=20`, { headers }));
	}
	await expect.poll(() => held.length).toBe(48);
	const other = await bff.member('code-of-43');
	const join = other.post('/api/events/10/participants', {});
	await expect.poll(service.called).toContain('POST /v2/event/10/participants');
	release();
	expect((await join).status).toBe(202);
	await Promise.all(reads);
});

it('made-up codes do not delay signed-in users, and count against the visitor who sends them', async () => {
	const visitorCalls = 20;
	const { service, bff } = await startSite({ ...quiet, visitorCalls });
	const person = await bff.member();
	const { held, release } = holdCalls(
		service,
		({ body }) => body.includes('made-up'),
		(response, call) => sendError(response, call, 118),
	);
	const exchanges = Array.from({ length: 5 * visitorCalls }, async (_, index) => {
		const attacker = bff.browser();
		const headers = { 'X-Forwarded-For': `203.0.113.${1 + (index % 2)}` };
		const state = newState();
		await attacker.fetch('/auth/login', { method: 'POST', headers, body: { state } });
		const body = { grant_type: 'authorization_code', code: `made-up-${index}`, state };
		return (await attacker.fetch('/auth/token', { method: 'POST', headers, body })).status;
	});
	await expect.poll(() => held.length).toBe(16);
	expect((await person.get('/api/users/42/participated')).status).toBe(200);
	expect((await person.post('/api/events/10/wishers')).status).toBe(202);
	release();
	expect(await Promise.all(exchanges)).toContain(429);
	expect(service.tokenCalls('authorization_code').length).toBeLessThanOrEqual(1 + 2 * visitorCalls);
});
