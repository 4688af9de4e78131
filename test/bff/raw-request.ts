/** Requests with exact bytes for target and headers; `fetch` would normalize the target and set Host. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';

interface RawResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * @param headers in addition to the CSRF header
 * @param localAddress of the client
 */
export function rawRequest(
	port: number,
	path: string,
	headers: Record<string, string> = {},
	method = 'GET',
	localAddress = '127.0.0.1',
): Promise<RawResponse> {
	return new Promise((resolve, reject) => {
		const target = { port, path, method, host: '127.0.0.1', localAddress };
		request({ ...target, headers: { [csrfHeader]: '1', ...headers } }, (response) => {
			const { statusCode = 0, headers: received } = response;
			text(response).then((body) => resolve({ status: statusCode, headers: received, body }), reject);
		})
			.on('error', reject)
			.end();
	});
}

/** A connection that closes when the test ends. @param localAddress of the client */
export function openSocket(port: number, localAddress = '127.0.0.1'): Socket {
	const socket = connect({ port, host: '127.0.0.1', localAddress });
	socket.on('error', () => undefined);
	onTestFinished(() => void socket.destroy());
	return socket;
}

/** Everything a server sends until it closes or resets the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
	let received = '';
	socket.on('error', () => undefined);
	socket.on('data', (chunk) => {
		received += chunk.toString();
	});
	await new Promise((resolve) => socket.once('close', resolve));
	return received;
}

/** Sends bytes as they are. @returns the response */
export async function sendRaw(port: number, bytes: Uint8Array | string): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	socket.end(bytes);
	return readToEnd(socket);
}
