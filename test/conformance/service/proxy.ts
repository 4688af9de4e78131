/** A reverse proxy on the loopback interface, in front of the sandbox, that changes or records what passes. */
import { once } from 'node:events';
import {
	Agent,
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
	request as send,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../listen.ts';
import {
	Dropped,
	isFields,
	type Middleware,
	type Next,
	type ServiceRequest,
	type ServiceResponse,
} from './messages.ts';

/** Headers that belong to one connection and are not forwarded. */
const unsent = new Set(['content-length', 'connection', 'keep-alive', 'transfer-encoding', 'host']);

/** The segments of a path, each decoded separately; unchanged if one is malformed. */
function segmentsOf(path: string): string[] {
	const raw = path.split('/').slice(1);
	try {
		return raw.map(decodeURIComponent);
	} catch (error) {
		if (error instanceof URIError) return raw;
		throw error;
	}
}

/** A request as the proxy receives it. */
interface Received {
	method: string;
	/** Path and query. */
	url: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

function readRequest(
	{ method, headers: { authorization, ...headers }, body }: Received,
	path: string,
	query: string,
): ServiceRequest {
	const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
	const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	return {
		method,
		path: segmentsOf(path),
		query: new URLSearchParams(query),
		token,
		form: isForm ? new URLSearchParams(body.toString()) : undefined,
		// A scheme other than Bearer is not a token, and reaches the sandbox unchanged.
		headers: token === undefined && authorization !== undefined ? { ...headers, authorization } : headers,
		body,
	};
}

function forwardTo(target: () => string, agent: Agent): Next {
	return async ({ method, path, query, token, form, headers, body }) => {
		const url = `${target()}/${path.map(encodeURIComponent).join('/')}${query.size === 0 ? '' : `?${query}`}`;
		const content = form === undefined ? body : Buffer.from(form.toString());
		const { 'accept-encoding': _encoding, ...others } = headers;
		const passed = Object.entries(others).filter(([name]) => !unsent.has(name));
		const outgoing = send(url, {
			method,
			agent,
			headers: {
				...Object.fromEntries(passed),
				...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
				...(content.length === 0 ? {} : { 'content-length': content.length }),
			},
		});
		outgoing.end(content);
		const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
		const raw = response.rawHeaders;
		const pairs = raw.flatMap((name, index): [string, string][] =>
			index % 2 === 0 && !unsent.has(name.toLowerCase()) ? [[name, raw[index + 1] ?? '']] : [],
		);
		const bytes = await buffer(response);
		const isJson = response.headers['content-type']?.includes('json') === true && bytes.length > 0;
		return {
			status: response.statusCode ?? 502,
			headers: pairs,
			body: isJson ? (JSON.parse(bytes.toString()) as unknown) : bytes,
		};
	};
}

function reply(outgoing: ServerResponse, { status, headers, body }: ServiceResponse): void {
	for (const [name, value] of headers) outgoing.appendHeader(name, value);
	outgoing.statusCode = status;
	outgoing.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

/** Starts the proxy on a free port. @param target origin of the sandbox, known once it listens */
export async function startProxy(target: () => string, middleware: Middleware) {
	const agent = new Agent({ keepAlive: true });
	const forward = forwardTo(target, agent);
	const respond = async (received: Received): Promise<ServiceResponse> => {
		const [path = '/', query = ''] = received.url.split(/\?(.*)/s);
		// Errors name the request as the proxy received it, since middleware may have changed it.
		const nameRequest = ({ body }: ServiceResponse, isUnnamed: (request: unknown) => boolean) => {
			if (isFields(body) && isUnnamed(body.request)) body.request = `${received.method} ${path}`;
		};
		const next: Next = async (request) => {
			const response = await forward(request);
			nameRequest(response, (named) => named !== undefined);
			return response;
		};
		const response = await middleware(readRequest(received, path, query), next);
		nameRequest(response, (named) => named === '');
		return response;
	};
	// Closing idle connections could fail a call that reuses one, which is not the sandbox's fault.
	const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
		const { method = 'GET', url = '/', headers } = incoming;
		buffer(incoming)
			.then((body) => respond({ method, url, headers, body }))
			.then((response) => reply(outgoing, response))
			.catch((error: unknown) => {
				if (error instanceof Dropped) return outgoing.destroy();
				const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
				reply(outgoing, { status: 500, headers: [['content-type', 'text/plain']], body: Buffer.from(text) });
			});
	});
	return {
		origin: `http://127.0.0.1:${await listen(server)}`,
		/** Responds to a request without a connection. */
		respond,
		async close() {
			agent.destroy();
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
