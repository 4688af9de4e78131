/** A proxy in front of the sandbox that records the tokens it issues, so that tests can search for them. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { listen } from './listen.ts';

export interface RecordingProxy {
	origin: string;
	/** Every access token and refresh token in the responses, in order. */
	tokens: string[];
	/** All calls, as `METHOD path?query`. */
	calls: string[];
	close(): Promise<void>;
}

/** @param target origin of the sandbox */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
	const tokens: string[] = [];
	const calls: string[] = [];
	// A connection that closes between two calls can fail the second one, which is not the sandbox's fault.
	const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
		calls.push(`${incoming.method} ${incoming.url}`);
		const forwarded = request(
			`${target}${incoming.url}`,
			{ method: incoming.method, headers: incoming.headers, setHost: false },
			(response) => {
				outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
				let body = '';
				response.on('data', (chunk: Buffer) => {
					body += chunk;
					outgoing.write(chunk);
				});
				response.on('end', () => {
					for (const [, token] of body.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) {
						if (token !== undefined) tokens.push(token);
					}
					outgoing.end();
				});
			},
		);
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	return {
		origin: `http://127.0.0.1:${await listen(server)}`,
		tokens,
		calls,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
