import { createServer, type RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { listen } from '../listen.ts';

const text = '{"total":0,"events":[]}';

/** Starts a server. @returns a function that sends it a request */
async function serve(listener: RequestListener) {
	const server = createServer(listener);
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${await listen(server)}/`;
	return () =>
		rawTransport({
			method: 'GET',
			url,
			headers: {},
			body: undefined,
			signal: AbortSignal.timeout(9_000),
		});
}

/** Reads one response with these bytes. */
async function read(encoding: string, bytes: Buffer) {
	const send = await serve((request, response) => {
		response.setHeader('X-Accepted', request.headers['accept-encoding'] ?? '');
		response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes);
	});
	return send();
}

it.each([
	['gzip', gzipSync(text)],
	['Deflate', deflateSync(text)],
	['br', brotliCompressSync(text)],
	['identity', Buffer.from(text)],
])('decodes a body that is encoded although no encoding was requested: %s', async (encoding, bytes) => {
	const response = await read(encoding, bytes);
	expect(response.text).toBe(text);
	expect(response.headers).toContainEqual(['X-Accepted', 'identity']);
	expect(response.headers).toContainEqual(['Content-Encoding', encoding]);
});

it('fails if the body does not have the stated encoding', async () => {
	await expect(read('gzip', Buffer.from(text))).rejects.toThrow('incorrect header check');
});

it('fails if the decoded body is larger than any in the specification', async () => {
	await expect(read('gzip', gzipSync(' '.repeat(16_000_001)))).rejects.toThrow('larger than 16000000 bytes');
});

it('gets every response from a server that closes a connection at its second request', async () => {
	const used = new Set<unknown>();
	const send = await serve(({ socket }, response) => {
		if (used.has(socket)) socket.destroy();
		used.add(socket);
		response.end(text);
	});
	for (let request = 0; request < 3; request += 1) expect(await send()).toMatchObject({ status: 200, text });
});
