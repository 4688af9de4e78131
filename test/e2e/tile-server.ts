/** A server of map tiles for the tests of one process, so that no map shows an error by chance, and none leaves the machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A transparent picture of one pixel. */
const tile = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

let started: Promise<string> | undefined;

async function start(): Promise<string> {
	const server = createServer((_request, response) =>
		response.writeHead(200, { 'content-type': 'image/png' }).end(tile),
	).listen(0, '127.0.0.1');
	// It ends with the process.
	server.unref();
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Origin of the server. Its tiles have the path `/{z}/{x}/{y}.png`. */
export function tileOrigin(): Promise<string> {
	started ??= start();
	return started;
}
