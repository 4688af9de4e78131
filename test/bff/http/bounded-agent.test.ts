import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createBoundedAgent } from '../../../src/bff/http/bounded-agent.ts';
import { listen } from '../../listen.ts';

/** With a key that server and client share, and without a certificate. */
const psk = Buffer.alloc(16, 'k');
const tls = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const;

/** @returns the length of the body that this server sends */
async function read(respond: (socket: Socket) => void) {
	const accept = async (socket: Socket) => {
		socket.on('error', () => undefined);
		await once(socket, 'data');
		respond(socket);
	};
	const options = { ...tls, ALPNProtocols: ['h2', 'http/1.1'], pskCallback: () => psk };
	const server = createServer(options, accept);
	const agent = createBoundedAgent({
		maxResponseSize: 1_000_000,
		connect: { ...tls, pskCallback: () => ({ psk, identity: 'x' }), checkServerIdentity: () => undefined },
	});
	onTestFinished(async () => {
		await agent.destroy();
		server.close();
	});
	const origin = `https://127.0.0.1:${await listen(server)}`;
	const { body } = await agent.request({ origin, path: '/', method: 'GET' });
	return (await body.arrayBuffer()).byteLength;
}

const tooLarge = { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' };
const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

it('rejects thousands of TLS records of one byte, even without a body', async () => {
	const reading = read(async (socket) => {
		const write = (bytes: string) => new Promise((done) => socket.write(bytes, done));
		await write(`${head}1;`);
		for (let record = 0; record < 5_000 && socket.writable; record++) await write('x');
		socket.end('\r\nx\r\n0\r\n\r\n');
	});
	await expect(reading).rejects.toMatchObject(tooLarge);
});

it('speaks HTTP/1.1 with a server that would prefer HTTP/2', async () => {
	expect(await read((socket) => socket.end(`${head}1\r\nx\r\n0\r\n\r\n`))).toBe(1);
});
