/** What the browser receives when the service misbehaves: a clear error each time, and the BFF keeps working. */
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/spec/errors.ts';
import { type FakeService, fakeEvent, sendError, sendJson, startFakeService } from './fake-service.ts';
import { signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

type Handler = FakeService['handler'];
const onData =
	(respond: Handler): Handler =>
	(call, response) =>
		call.url.startsWith('/v2/') ? respond(call, response) : undefined;

const misbehaviours: Record<string, { handler: Handler; status: number; reason: string }> = {
	'a connection reset before the response': {
		handler: onData((_call, response) => {
			response.destroy();
			return true;
		}),
		status: 502,
		reason: 'service_unreachable',
	},
	'a connection reset inside the body': {
		handler: onData((_call, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
			response.write('{"id":');
			setTimeout(() => response.destroy(), 20);
			return true;
		}),
		status: 502,
		reason: 'service_unreachable',
	},
	'HTML instead of JSON': {
		handler: onData((_call, response) => {
			response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Welcome</h1>');
			return true;
		}),
		status: 502,
		reason: 'service_invalid_response',
	},
	'a 500 without a body': {
		handler: onData((_call, response) => {
			response.writeHead(500).end();
			return true;
		}),
		status: 502,
		reason: 'service_invalid_response',
	},
	'a 503 with HTML': {
		handler: onData((_call, response) => {
			response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>busy</h1>');
			return true;
		}),
		status: 502,
		reason: 'service_unreachable',
	},
	'a body without an end': {
		handler: onData((_call, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const chunk = 'x'.repeat(1024 * 1024);
			const pour = () => {
				while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', pour);
			};
			pour();
			return true;
		}),
		status: 502,
		reason: 'service_response_too_large',
	},
};

describe('a hostile service', () => {
	for (const [name, { handler, status, reason }] of Object.entries(misbehaviours)) {
		it(`${name}: ${status} ${reason}, signed out and signed in, and the next call succeeds`, async () => {
			const service = await startFakeService();
			const bff = await startTestBff(service.origin);
			const [visitor, member] = [bff.browser(), bff.browser()];
			await signInWithCode(member);
			service.handler = handler;
			for (const response of [
				await visitor.get('/api/events/10'),
				await member.get('/api/events/10'),
				await member.post('/api/events/10/participants'),
			]) {
				if (response.status === 202) continue;
				expect([response.status, await response.json()]).toEqual([
					status,
					expect.objectContaining({ reason }),
				]);
			}
			service.handler = () => undefined;
			expect((await member.get('/api/events/10')).status).toBe(200);
			expect((await visitor.get('/api/events/10')).status).toBe(200);
			expect(await member.session()).toMatchObject({ signed_in: true });
		});
	}

	it('no server at the URL: 502', async () => {
		const bff = await startTestBff('http://127.0.0.1:9');
		const browser = bff.browser();
		for (let call = 0; call < 6; call++) expect((await browser.get(`/api/events/${call}`)).status).toBe(502);
		const ready = await browser.get('/readyz');
		expect([ready.status, await ready.json()]).toEqual([
			200,
			{
				store: 'ok',
				service: 'unreachable',
				failing: { getEvent: 'service_unreachable' },
				draining: false,
			},
		]);
	});

	it('fails for several visitors in a row: no more calls of the operation for a while, and not by one visitor', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { trustProxy: ['127.0.0.1'] });
		service.handler = onData(({ url }, response) =>
			url.startsWith('/v2/event/down') ? sendJson(response, 502, {}) : undefined,
		);
		const read = async (id: string, visitor: number) => {
			const headers = { 'X-Forwarded-For': `203.0.113.${visitor}` };
			return (await bff.browser().fetch(`/api/events/${id}`, { headers })).status;
		};
		for (let call = 0; call < 12; call++) expect(await read(`down${call}`, 1)).toBe(502);
		expect(await read('10', 2)).toBe(200);
		for (let visitor = 1; visitor <= 4; visitor++) expect(await read(`down2${visitor}`, visitor)).toBe(502);
		const { length } = service.calls;
		expect(await read('11', 5)).toBe(502);
		expect(service.calls).toHaveLength(length);
		expect((await bff.browser().get('/api/cities')).status).toBe(200);
	});

	it('no response at all: 504 after the timeout', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		service.handler = () => true;
		const started = bff.browser().get('/api/events/10');
		const response = await started;
		expect([response.status, await response.json()]).toEqual([
			504,
			expect.objectContaining({ reason: 'service_timeout' }),
		]);
	});

	it('every error code of the table is passed on unchanged, or ends the session where it must', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const ending = new Set([103, 119, 122, 123, 128]);
		for (const { code } of errorCodes) {
			const browser = bff.browser();
			service.handler = () => undefined;
			service.valid.clear();
			await signInWithCode(browser);
			service.handler = onData((call, response) => sendError(response, call, code, `name_${code}: detail`));
			const response = await browser.post('/api/events/10/participants');
			if (ending.has(code)) expect([code, response.status]).toEqual([code, 401]);
			else {
				expect([code, response.status]).toEqual([code, 400]);
				expect(await response.json()).toMatchObject({ code, msg: `name_${code}: detail` });
			}
		}
	});

	it('does not make the BFF grow over many thousand requests, valid and invalid', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { logLevel: 'silent' });
		const browser = bff.browser();
		let turn = 0;
		service.handler = (call, response) => {
			turn++;
			if (turn % 3 === 0) {
				response.destroy();
				return true;
			}
			return turn % 3 === 1 ? sendError(response, call, 107) : sendJson(response, 200, fakeEvent);
		};
		const round = async (from: number) => {
			for (let id = from; id < from + 2_000; id += 50)
				await Promise.all(
					Array.from({ length: 50 }, (_, index) =>
						browser.get(`/api/events/${id + index}`).then((response) => response.arrayBuffer()),
					),
				);
			globalThis.gc?.();
			return process.getActiveResourcesInfo().length;
		};
		const before = await round(1_000);
		const after = await round(10_000);
		expect(after).toBeLessThan(before + 100);
	});
});
