import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import { readToEnd } from '../bff/raw-request.ts';
import { startTestBff } from '../bff/start-bff.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';

vi.mock(import('../../src/servers/connection-times.ts'), async (importOriginal) => {
	const { fastify } = (await importOriginal()).connectionTimes;
	const node = { headersTimeout: 300, connectionsCheckingInterval: 50 };
	return { connectionTimes: { fastify: { ...fastify, requestTimeout: 400 }, node } } as object;
});

/** Sends the start of a request, then byte after byte. @returns the response once the connection is closed */
async function trickle(port: number, start: string): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	socket.write(start);
	const timer = setInterval(() => socket.write(' '), 100);
	// A byte sent after the server has closed would reset the connection and lose the response.
	socket.once('data', () => clearInterval(timer));
	onTestFinished(() => {
		clearInterval(timer);
		socket.destroy();
	});
	return readToEnd(socket);
}

it('the BFF and the sandbox close a request whose head or body never ends', async () => {
	const sandbox = await startTestSandbox();
	const bff = await startTestBff(sandbox.origin);
	const body = (path: string) =>
		`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${csrfHeader}: 1\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
	const head = 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ';
	const sandboxPort = Number(new URL(sandbox.origin).port);
	const responses = await Promise.all([
		trickle(bff.port, body('/auth/login')),
		trickle(bff.port, head),
		trickle(sandboxPort, body('/v2/event/1/participants')),
		trickle(sandboxPort, head),
	]);
	expect(responses.map((response) => response.split(' ')[1])).toEqual(['408', '408', '408', '408']);
	// Polls, since a busy machine may exceed these short timeouts even for a complete request.
	await expect.poll(async () => (await bff.browser().get('/healthz')).status).toBe(200);
});
