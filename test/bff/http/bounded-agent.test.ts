import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createBoundedAgent } from '../../../src/bff/http/bounded-agent.ts';
import { listen } from '../../listen.ts';

/** Requests a page over http or https. @returns the server's first data from its client, and the length of the body */
async function request(scheme: 'http' | 'https', bytes = '') {
	const server = createServer((socket) => socket.on('error', () => undefined));
	const agent = createBoundedAgent({ maxResponseSize: 1_000_000 });
	onTestFinished(async () => {
		await agent.destroy();
		server.close();
	});
	const answered = once(server, 'connection').then(async ([socket]) => {
		const [received] = await once(socket, 'data');
		socket.end(bytes);
		return String(received);
	});
	const origin = `${scheme}://127.0.0.1:${await listen(server)}`;
	const length = agent
		.request({ origin, path: '/', method: 'GET' })
		.then(async ({ body }) => (await body.arrayBuffer()).byteLength);
	return { length, answered };
}

const interim = (count: number) => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(count);
const chunks = (count: number, bytes: number) =>
	`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${`${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(count)}0\r\n\r\n`;

it.each([
	['single bytes, after ten interim responses', interim(10) + chunks(1_024, 1), 1_024],
	['chunks of 512 bytes', chunks(1_900, 512), 972_800],
])('reads a body in %s', async (_what, bytes, expected) => {
	const { length } = await request('http', bytes);
	expect(await length).toBe(expected);
});

it.each([
	['eleven interim responses', interim(11) + chunks(1, 1)],
	['five thousand single bytes', chunks(5_000, 1)],
])('rejects %s', async (_what, bytes) => {
	const { length } = await request('http', bytes);
	await expect(length).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
});

it('offers servers HTTP/1.1 only', async () => {
	const { length, answered } = await request('https');
	await expect(length).rejects.toThrow();
	// The list of protocols (RFC 7301 §3.1) has nine bytes.
	expect(await answered).toContain('\x00\x09\x08http/1.1');
});
