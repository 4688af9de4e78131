import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendRaw } from '../bff/raw-request.ts';
import { shareTestSandbox } from './start-sandbox.ts';

describe('any bytes', () => {
	const sandbox = shareTestSandbox();

	const requests = [
		'hello\r\n\r\n',
		`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
		'GET /nowhere HTTP/1.1\r\nhost: localhost\r\nexpect: a miracle\r\n\r\n',
		'CONNECT example.org:443 HTTP/1.1\r\nhost: localhost\r\n\r\n',
		'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
		'GET /v2/loc/list HTTP/1.1\r\nhost: localhost\r\n\r\n',
	];
	it('of a connection that is reset as soon as they are sent end nothing else', async () => {
		const { origin, call } = sandbox();
		const resets = requests
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

	it('in a path get 107 if they are not percent-encoded UTF-8', async () => {
		const { status, body } = await sandbox().call('GET', '/v2/event/%zz');
		expect([status, body]).toEqual([400, expect.objectContaining({ code: 107 })]);
	});

	it('on the wire get a 4xx status, or a closed connection', async () => {
		const { origin, call } = sandbox();
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
				expect(await sendRaw(Number(new URL(origin).port), bytes)).toMatch(/^(?:HTTP\/1\.1 4|$)/);
			}),
			{ numRuns: 100 },
		);
		expect((await call('GET', '/v2/loc/list')).status).toBe(200);
	});
});
