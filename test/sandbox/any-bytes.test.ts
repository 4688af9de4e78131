/** Any bytes get an error body of Spec §7 with a 4xx status: no stack trace, no default page. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorBodySchema } from '../../src/contract/spec/resources.ts';
import { sendRaw } from '../bff/raw-request.ts';
import { shareTestSandbox } from './start-sandbox.ts';

/** @returns the first response, or undefined when the connection was closed without one */
async function send(origin: string, bytes: Uint8Array | string) {
	const received = await sendRaw(Number(new URL(origin).port), bytes);
	const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
	const body = received.slice(received.indexOf('\r\n\r\n') + 4);
	return status === undefined ? undefined : { status: Number(status), body };
}

const isErrorBody = (text: string) => errorBodySchema.safeParse(JSON.parse(text)).success;

describe('any bytes (Spec §7)', () => {
	const sandbox = shareTestSandbox();

	const requests: Record<string, string> = {
		'not HTTP at all': 'hello\r\n\r\n',
		'headers that are too large': `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
		'an unknown expectation': 'GET /nowhere HTTP/1.1\r\nhost: localhost\r\nexpect: a miracle\r\n\r\n',
		'no Host header': 'GET /nowhere HTTP/1.1\r\n\r\n',
		CONNECT: 'CONNECT example.org:443 HTTP/1.1\r\nhost: localhost\r\n\r\n',
		'a bad escape in the path': 'GET /v2/event/%zz HTTP/1.1\r\nhost: localhost\r\n\r\n',
		'a chunk without a length':
			'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
	};
	it('of a malformed request get status 400 and an error body', async () => {
		const { origin } = sandbox();
		for (const [name, bytes] of Object.entries(requests)) {
			const response = await send(origin, bytes);
			expect([name, response?.status, isErrorBody(response?.body ?? '')]).toEqual([name, 400, true]);
		}
	});

	it('of a connection that is reset as soon as they are sent end nothing else', async () => {
		const { origin, call } = sandbox();
		const resets = [...Object.values(requests), 'GET /v2/loc/list HTTP/1.1\r\nhost: localhost\r\n\r\n']
			.flatMap((bytes) => Array.from({ length: 20 }, () => bytes))
			.map(async (bytes) => {
				const socket = connect(Number(new URL(origin).port), '127.0.0.1');
				await once(socket, 'connect');
				socket.write(bytes, () => socket.resetAndDestroy());
				await once(socket, 'close');
			});
		await Promise.all(resets);
		expect((await call('GET', '/v2/loc/list')).status).toBe(200);
	});

	it('of a query or form that is not UTF-8 get 113, naming the parameter', async () => {
		const { call } = sandbox();
		const query = await call('GET', '/v2/event/list?day_type=today&loc=%ff');
		const form = await call('POST', '/service/auth2/token', {
			body: 'grant_type=%c3%28',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect([query.status, form.status]).toEqual([400, 400]);
		expect(query.body).toMatchObject({ code: 113, msg: expect.stringMatching(/: ?loc/) });
		expect(form.body).toMatchObject({ code: 113, msg: expect.stringMatching(/: ?grant_type/) });
	});

	it('on the wire get a 4xx status with an error body, or a closed connection', async () => {
		const { origin, call } = sandbox();
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
				const response = await send(origin, bytes);
				if (response === undefined) return;
				expect(response.status).toBeGreaterThanOrEqual(400);
				expect(response.status).toBeLessThan(500);
				expect(isErrorBody(response.body)).toBe(true);
			}),
			{ numRuns: 100 },
		);
		expect((await call('GET', '/v2/loc/list')).status).toBe(200);
	});
});
