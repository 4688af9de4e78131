/** A network that delivers the HTML of pages in many small pieces. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two pieces: the browser paints what it has. */
const pause = 30;

/** Where a piece ends: after an element that has ended. */
const ends = /(?<=<\/(?:a|svg|nav|header|button|span|h1|h2|p|ul|li|article|section|form)>)/;

/** The parts of a page's HTML: its head, then the first so many elements of its body each by itself, then the rest. */
function piecesOf(html: string, count: number): string[] {
	const body = html.indexOf('<body');
	const pieces = html.slice(body).split(ends);
	return [html.slice(0, body), ...pieces.slice(0, count), pieces.slice(count).join('')];
}

/**
 * Starts a server that passes everything on, HTML in pieces.
 *
 * @param target origin of a Daybill
 */
export async function startSlowHtml(target: string): Promise<{ url: string; stop(): void }> {
	const server = createServer((incoming, outgoing) => {
		const { 'accept-encoding': _, ...headers } = incoming.headers;
		const forwarded = request(
			`${target}${incoming.url}`,
			{ method: incoming.method, headers },
			async (response) => {
				const isHtml = /^text\/html/.test(response.headers['content-type'] ?? '');
				const { 'content-length': length, ...rest } = response.headers;
				outgoing.writeHead(
					response.statusCode ?? 502,
					isHtml || length === undefined ? rest : response.headers,
				);
				if (!isHtml) return response.pipe(outgoing);
				let html = '';
				for await (const chunk of response.setEncoding('utf8')) html += chunk;
				for (const piece of piecesOf(html, 80)) {
					outgoing.write(piece);
					await wait(pause);
				}
				return outgoing.end();
			},
		);
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	}).listen(0, 'localhost');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://localhost:${port}`,
		stop() {
			server.close();
			server.closeAllConnections();
		},
	};
}
