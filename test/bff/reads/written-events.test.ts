/** What others, and the person's next page, see of a change, over real HTTP, whatever becomes of the one who made it. */
import { expect, it } from 'vitest';
import { createWrittenEvents } from '../../../src/bff/reads/written-events.ts';
import type { SessionStore } from '../../../src/bff/session/session-store.ts';
import { operationPath } from '../../../src/contract/spec/operations.ts';
import type { Browser } from '../browser.ts';
import { type FakeService, fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { pageDataOf } from '../page-data-of.ts';
import { signInWithCode } from '../sign-in.ts';
import { publicUrl, startTestBff } from '../start-bff.ts';

const event = operationPath('getEvent', { id: '10' });
const list = operationPath('listEvents', { loc: '108288' });
const wishers = '/v2/event/10/wishers';

/** A BFF whose cache has an event and a list with it, a person who may change it, and a visitor. */
async function start() {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin);
	const [visitor, person] = [bff.browser(), bff.browser()];
	await signInWithCode(person);
	const counts = { wishers: 4 };
	const eventNow = () => ({ ...fakeEvent, wisher_count: counts.wishers });
	service.handler = ({ method, url }, response) => {
		if (method === 'POST' && url === wishers) {
			counts.wishers += 1;
			return false;
		}
		if (url === event) return sendJson(response, 200, eventNow());
		return url.startsWith('/v2/event/list') && sendJson(response, 200, { total: 1, events: [eventNow()] });
	};
	for (const path of [event, list]) await visitor.get(`/api${path}`);
	service.calls.length = 0;
	return { service, bff, visitor, person, counts };
}

const wishersIn = async (browser: Browser, path: string) => {
	const body = (await (await browser.get(`/api${path}`)).json()) as { events?: object[] };
	return (body.events?.[0] ?? body) as { wisher_count: number };
};

const reads = (service: FakeService) =>
	service.calls.filter(({ method, url }) => method === 'GET' && url === event);

it('a change is seen by others though the one who made it never comes back', async () => {
	const { visitor, person } = await start();
	expect((await person.post(`/api${wishers}`)).status).toBe(202);
	for (const path of [event, list])
		await expect.poll(() => wishersIn(visitor, path)).toMatchObject({ wisher_count: 5 });
});

it('a change is seen by others though the page was closed before the response', async () => {
	const { service, bff, visitor, person } = await start();
	const { handler } = service;
	const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	service.handler = async (call, response) => {
		if (call.method === 'POST') {
			arrived.resolve();
			await closed.promise;
		}
		return handler(call, response);
	};
	const page = new AbortController();
	const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const press = fetch(`${bff.origin}/api${wishers}`, {
		method: 'POST',
		headers: { 'X-CSRF': '1', Origin: publicUrl, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
		signal: page.signal,
	});
	await arrived.promise;
	page.abort();
	await expect(press).rejects.toThrow('aborted');
	closed.resolve();
	await expect.poll(() => wishersIn(visitor, list)).toMatchObject({ wisher_count: 5 });
});

it.each([
	['responds with 500 and an error', 500],
	['responds with 503', 503],
])('a change that was made is seen by others where the service %s', async (_what, status) => {
	const { service, visitor, person, counts } = await start();
	const { handler } = service;
	service.handler = (call, response) => {
		if (call.method !== 'POST') return handler(call, response);
		counts.wishers += 1;
		return sendJson(response, status, { code: 999, msg: 'unknown', request: `POST ${wishers}` });
	};
	expect((await person.post(`/api${wishers}`)).status).toBeGreaterThan(499);
	await expect.poll(() => wishersIn(visitor, list)).toMatchObject({ wisher_count: 5 });
});

it('a change is seen by others once the service responds again', async () => {
	const { service, visitor, person } = await start();
	const { handler } = service;
	let failures = 0;
	service.handler = (call, response) => {
		if (call.method !== 'GET' || failures === 2) return handler(call, response);
		failures += 1;
		return sendJson(response, 500, { code: 999, msg: 'unknown', request: `GET ${event}` });
	};
	expect((await person.post(`/api${wishers}`)).status).toBe(202);
	await expect.poll(() => wishersIn(visitor, list)).toMatchObject({ wisher_count: 5 });
	expect(failures).toBe(2);
});

it('a change costs one read, by the app or by the BFF, and the BFF makes its own before it ends', async () => {
	for (const isReadByApp of [true, false]) {
		const { service, bff, person } = await start();
		await person.post(`/api${wishers}`);
		if (isReadByApp) await person.get(`/api${event}`);
		await bff.close();
		expect(reads(service)).toHaveLength(1);
	}
});

it('a change costs no read when the budget runs low, until the person comes back', async () => {
	const { service, bff, person } = await start();
	const limits = { 'X-RateLimit-Limit2': '5000', 'X-RateLimit-Remaining2': '3900' };
	const { handler } = service;
	service.handler = (call, response) => {
		for (const [name, value] of Object.entries(limits)) response.setHeader(name, value);
		return handler(call, response);
	};
	await person.post(`/api${wishers}`);
	await person.post(`/api${wishers}`);
	const { responses } = pageDataOf(await (await person.get('/events/10')).text());
	expect(responses[`/api${event}`]).toMatchObject({ wisher_count: 6 });
	expect(reads(service)).toHaveLength(1);
	await person.post(`/api${wishers}`);
	await bff.close();
	expect(reads(service)).toHaveLength(1);
});

it("the person's next page has the change, and so has every page after it", async () => {
	const { bff, person } = await start();
	await person.post(`/api${wishers}`);
	for (const browser of [person, bff.browser()]) {
		const { responses } = pageDataOf(await (await browser.get('/events/10')).text());
		expect(responses[`/api${event}`]).toMatchObject({ wisher_count: 5 });
	}
});

it('a page does not wait for a service that has stopped responding', async () => {
	const { service, person } = await start();
	const { handler } = service;
	const stopped = Promise.withResolvers<void>();
	service.handler = async (call, response) => {
		if (call.method === 'GET') await stopped.promise;
		return handler(call, response);
	};
	await person.post(`/api${wishers}`);
	const page = await (await person.get('/events/10')).text();
	stopped.resolve();
	expect(pageDataOf(page).responses[`/api${event}`]).toMatchObject({ wisher_count: 4 });
});

/** Begins a person's read of the event, which ends, with a counter of 5, once `slow` is resolved. */
async function beginSlowRead(service: FakeService, person: Browser) {
	const { handler } = service;
	const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	service.handler = async (call, response) => {
		if (call.url !== event) return handler(call, response);
		service.handler = handler;
		begun.resolve();
		await slow.promise;
		return sendJson(response, 200, { ...fakeEvent, wisher_count: 5 });
	};
	const reading = person.get(`/api${event}`);
	await begun.promise;
	return { reading, slow };
}

it('a second change is seen though a read from before it ends after it', async () => {
	const { service, visitor, person } = await start();
	await person.post(`/api${wishers}`);
	const { reading, slow } = await beginSlowRead(service, person);
	await person.post(`/api${wishers}`);
	slow.resolve();
	await reading;
	expect(await wishersIn(person, event)).toMatchObject({ wisher_count: 6 });
	expect(await wishersIn(visitor, list)).toMatchObject({ wisher_count: 6 });
});

it("another person's change is seen though a read from before it ends after it", async () => {
	const { service, bff, visitor, person } = await start();
	const other = bff.browser();
	await signInWithCode(other);
	await person.post(`/api${wishers}`);
	const { reading, slow } = await beginSlowRead(service, person);
	await other.post(`/api${wishers}`);
	expect(await wishersIn(other, event)).toMatchObject({ wisher_count: 6 });
	slow.resolve();
	await reading;
	for (const path of [event, list]) expect(await wishersIn(visitor, path)).toMatchObject({ wisher_count: 6 });
});

it('a change is in a list whose fetch began before it and ended after it', async () => {
	const { service, visitor, person } = await start();
	const other = operationPath('listEvents', { loc: '108288', type: 'music' });
	const { handler } = service;
	const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	service.handler = async (call, response) => {
		if (call.url !== other) return handler(call, response);
		begun.resolve();
		await slow.promise;
		return sendJson(response, 200, { total: 1, events: [fakeEvent] });
	};
	const reading = visitor.get(`/api${other}`);
	await begun.promise;
	await person.post(`/api${wishers}`);
	await person.get(`/api${event}`);
	slow.resolve();
	await reading;
	for (const browser of [visitor, person])
		expect(await wishersIn(browser, other)).toMatchObject({ wisher_count: 5 });
});

it('a change that the service rejects does not hide one that was made meanwhile', async () => {
	const { service, visitor, person } = await start();
	const { handler } = service;
	const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	service.handler = async (call, response) => {
		if (call.method !== 'POST') return handler(call, response);
		service.handler = handler;
		begun.resolve();
		await slow.promise;
		return sendJson(response, 400, { code: 999, msg: 'unknown', request: `POST ${wishers}` });
	};
	const rejected = person.post(`/api${wishers}`);
	await begun.promise;
	await person.post(`/api${wishers}`);
	slow.resolve();
	expect((await rejected).status).toBe(400);
	await expect.poll(() => wishersIn(visitor, list)).toMatchObject({ wisher_count: 5 });
});

it('no more events are to be read again than the bound, however many are changed at once', async () => {
	const read = new Set<string>();
	const unused = () => {
		throw new Error('not used');
	};
	const written = createWrittenEvents({
		store: { get: async (id) => void read.add(id) } satisfies Pick<SessionStore, 'get'>,
		ownWrites: { begin: unused, reject: unused, end: unused, apply: unused, settle: unused },
		sessionCalls: { call: unused },
		budget: { isLow: () => false },
		clock: Date.now,
		log: { warn: unused },
	});
	for (let index = 0; index < 15_000; index++) written.readSoon(`session ${index}`, '10');
	for (let index = 0; index < 15_000; index++) written.readSoon('session 1', '10');
	await written.close();
	expect(read.size).toBe(10_000);
});
