/** When the service misbehaves, the browser gets a clear error each time, and the BFF stays up. */
import { describe, expect, it, vi } from 'vitest';
import { createTransport } from '../../src/bff/upstream/transport.ts';
import { outcomeOf } from './browser.ts';
import { type FakeService, fakeEvent, respondTo, sendJson, startFakeService } from './fake-service.ts';
import { startSignedIn, startSite } from './start-site.ts';

type Handler = FakeService['handler'];

/** A response that never ends. */
const pour: Handler = (_call, response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = 'x'.repeat(1024 * 1024);
	const more = () => {
		while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
	};
	more();
	return true;
};

const sendText = (body: string, status = 200): Handler =>
	respondTo('', (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));

const sendRaw = (bytes: string): Handler => respondTo('', ({ socket }) => socket?.write(bytes));

const cutOff: Handler = (_call, response) => {
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
	response.write('{"id":', () => response.destroy());
	return true;
};

describe('a hostile service', () => {
	const singleBytes = `${'1\r\n \r\n'.repeat(9_000)}2\r\n{}\r\n0\r\n\r\n`;
	it.each<[string, Handler, string]>([
		['a connection reset within the body', cutOff, 'unreachable'],
		['a long body that is not JSON', sendText(`[${'1,'.repeat(50_000)}`), 'invalid_response'],
		['a status that does not exist', sendText('', 999), 'invalid_response'],
		['an endless body', pour, 'response_too_large'],
		[
			'too large headers',
			sendRaw(`HTTP/1.1 200 OK\r\nx-much: ${'y'.repeat(20_000)}\r\n\r\n{}`),
			'response_too_large',
		],
		['many empty objects', sendText(`{"id":"10","x":[${'{},'.repeat(100_000)}0]}`), 'response_too_large'],
		[
			'a body in thousands of single bytes',
			sendRaw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${singleBytes}`),
			'response_too_large',
		],
	])(
		'%s causes a 502, signed out and signed in, and the next call succeeds',
		async (_what, handler, reason) => {
			const { service, bff, browser: member } = await startSignedIn();
			const visitor = bff.browser();
			service.handler = respondTo('/v2/', (response, call) => handler(call, response));
			for (const browser of [visitor, member])
				expect(await outcomeOf(await browser.get('/api/events/10'))).toEqual([502, `service_${reason}`]);
			service.handler = () => undefined;
			for (const browser of [member, visitor]) expect((await browser.get('/api/events/10')).status).toBe(200);
			expect(await member.session()).toMatchObject({ signed_in: true });
		},
	);

	describe('an operation that fails for some visitors', () => {
		/** With a clock that only the test advances. */
		async function start() {
			vi.useFakeTimers({ toFake: ['Date'] });
			const { service, bff } = await startSite({ trustProxy: ['127.0.0.1'] });
			service.handler = ({ url }, response) => {
				const id = /^\/v2\/event\/(down\d+|\d+)(?:\/participants)?$/.exec(url)?.[1];
				return (
					id !== undefined && sendJson(response, id.startsWith('down') ? 502 : 200, { ...fakeEvent, id })
				);
			};
			const read = (id: string) => bff.statusFor('203.0.113.1', `/api/events/${id}`);
			let failed = 0;
			const fail = async (times: number) => {
				for (let time = 0; time < times; time++) expect(await read(`down${failed++}`)).toBe(502);
			};
			const pass = (seconds: number) => void vi.setSystemTime(Date.now() + 1_000 * seconds);
			return { service, bff, read, fail, pass };
		}

		it('is not called for three seconds after ten failures in a row', async () => {
			const { service, bff, read, fail, pass } = await start();
			expect(await read('10')).toBe(200);
			await fail(10);
			const { length } = service.calls;
			expect(await read('11')).toBe(502);
			expect(service.calls).toHaveLength(length);
			expect((await bff.browser().get('/api/cities')).status).toBe(200);
			pass(3);
			expect(await read('11')).toBe(200);
		});

		it('is still called while it works for others', async () => {
			const { read, fail } = await start();
			expect(await read('10')).toBe(200);
			await fail(9);
			expect(await read('11')).toBe(200);
			await fail(9);
			expect(await read('12')).toBe(200);
		});

		it('is still called if it is a write, such as a join: its failures may be the visitor’s', async () => {
			const { bff } = await start();
			const person = await bff.member();
			const join = (id: string) => person.post(`/api/v2/event/${id}/participants`);
			for (let time = 0; time < 11; time++) expect((await join('down1')).status).toBe(504);
			expect((await join('10')).status).toBe(200);
		});
	});

	it('a missing response causes a 504 after the timeout', async () => {
		const service = await startFakeService();
		service.handler = () => true;
		const transport = createTransport(1, { connect: 5_000, headers: 50, body: 50, deadline: 5_000 });
		const sending = transport.send(service.origin, { method: 'GET', headers: {} });
		await expect(sending).rejects.toMatchObject({ problem: { status: 504, reason: 'service_timeout' } });
		await transport.close();
	});
});
