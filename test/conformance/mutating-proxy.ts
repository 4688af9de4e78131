/** A proxy in front of a service that changes one thing, to test whether the conformance check notices. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request as fetchRaw } from 'undici';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** What a mutant may change in a request. */
export interface ProxiedRequest {
	method: string;
	/** Path and query. */
	url: URL;
	readonly token: string | undefined;
}

/** What a mutant may change in a response. */
export interface ProxiedResponse {
	status: number;
	/** Names as they are spelled. */
	headers: [name: string, value: string][];
	/** The parsed JSON body; a string when the body is not JSON. */
	body: unknown;
}

export interface Mutant {
	/** What is wrong with the service. */
	readonly name: string;
	/** The checks that must each find the difference. */
	readonly caughtBy: readonly string[];
	/** Changes the request, or responds instead of the service. */
	readonly request?: (request: ProxiedRequest) => ProxiedResponse | undefined;
	readonly response?: (response: ProxiedResponse, request: Readonly<ProxiedRequest>) => void;
	/** Closes the connection for these requests. */
	readonly drops?: (request: Readonly<ProxiedRequest>) => boolean;
}

const ownHeaders = new Set(['content-length', 'connection', 'keep-alive', 'transfer-encoding', 'date']);

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

async function forward(
	target: string,
	request: ProxiedRequest,
	incoming: IncomingMessage,
): Promise<ProxiedResponse> {
	const { authorization, 'content-type': type } = incoming.headers;
	const body = await buffer(incoming);
	const response = await fetchRaw(`${target}${request.url.pathname}${request.url.search}`, {
		method: request.method as 'GET',
		headers: {
			...(authorization === undefined ? {} : { authorization }),
			...(type === undefined ? {} : { 'content-type': type }),
		},
		body: body.length === 0 ? null : body,
		responseHeaders: 'raw',
	});
	const flat = [...(response.headers as unknown as Iterable<string | Buffer>)].map(String);
	const headers = flat.flatMap((name, index): [string, string][] =>
		index % 2 === 0 && !ownHeaders.has(name.toLowerCase()) ? [[name, flat[index + 1] ?? '']] : [],
	);
	return { status: response.statusCode, headers, body: parse(await response.body.text()) };
}

function send(outgoing: ServerResponse, { status, headers, body }: ProxiedResponse): void {
	const names = [...new Set(headers.map(([name]) => name))];
	outgoing.writeHead(
		status,
		Object.fromEntries(
			names.map((name) => [name, headers.filter(([each]) => each === name).map(([, value]) => value)]),
		),
	);
	outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What the proxy does; nothing, when it is empty. */
type Change = Pick<Mutant, 'request' | 'response' | 'drops'>;

interface MutatingProxy {
	readonly origin: string;
	/** Makes another service of it. */
	use(change: Change): void;
	close(): void;
}

async function openMutatingProxy(target: string): Promise<MutatingProxy> {
	let change: Change = {};
	const server = createServer((incoming, outgoing) => {
		const { drops, request: changeRequest, response: changeResponse } = change;
		const request: ProxiedRequest = {
			method: incoming.method ?? 'GET',
			url: new URL(incoming.url ?? '/', target),
			token: incoming.headers.authorization,
		};
		if (drops?.(request) === true) {
			outgoing.destroy();
			return;
		}
		const own = changeRequest?.(request);
		(own === undefined ? forward(target, request, incoming) : Promise.resolve(own)).then(
			(response) => {
				changeResponse?.(response, request);
				send(outgoing, response);
			},
			(error: unknown) => send(outgoing, { status: 502, headers: [], body: String(error) }),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return {
		origin: `http://127.0.0.1:${address.port}`,
		use(next) {
			change = next;
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/**
 * Starts the proxy; it ends with the test.
 *
 * @param target origin of the service
 * @returns the proxy's origin
 */
export async function startMutatingProxy(target: string, change: Change): Promise<string> {
	const proxy = await openMutatingProxy(target);
	proxy.use(change);
	onTestFinished(proxy.close);
	return proxy.origin;
}

/** One proxy for many mutants of a shared service. @returns makes a mutant of it, and returns the proxy's origin */
export function shareMutatingProxy(target: () => string): (change: Change) => string {
	let proxy: MutatingProxy | undefined;
	beforeAll(async () => {
		proxy = await openMutatingProxy(target());
	});
	afterAll(() => proxy?.close());
	return (change) => {
		if (proxy === undefined) throw new Error('the shared proxy has not started');
		proxy.use(change);
		return proxy.origin;
	};
}
