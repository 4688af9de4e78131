/** A proxy in front of the shared Daybill, for tests that change responses or stop the server. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

/** Forwards a response, whose body is uncompressed and whose Content-Length is removed. */
type Send = (response: IncomingMessage, outgoing: ServerResponse, path: string) => void;

/**
 * Forwards reads. Writes are rejected, since they come from an origin other than Daybill's.
 *
 * @param target URL of a Daybill
 */
export async function startFront(
	target: string,
	send: Send = (response, outgoing) => response.pipe(outgoing),
) {
	const server = createServer((incoming, outgoing) => {
		const { 'if-none-match': _etag, 'if-modified-since': _since, ...rest } = incoming.headers;
		const headers = { ...rest, host: new URL(target).host, 'accept-encoding': 'identity' };
		const path = incoming.url ?? '/';
		const forwarded = request(`${target}${path}`, { method: incoming.method, headers }, (response) => {
			const { 'content-length': _length, ...sent } = response.headers;
			outgoing.writeHead(response.statusCode ?? 502, sent);
			send(response, outgoing, path);
		});
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	return {
		url: `http://localhost:${await listen(server)}`,
		stop() {
			server.close();
			server.closeAllConnections();
		},
	};
}
