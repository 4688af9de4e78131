/** Creates, starts and stops the BFF's HTTP server, with its limits and log. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { parse } from 'node:querystring';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import { createBoundedServer } from '../../servers/bounded-server.ts';
import { isLoopbackName } from '../../servers/host-names.ts';
import { ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import { addRouteSchemas } from './route-schemas.ts';

/** How long a shutdown waits for requests in progress. */
const closingPatienceMs = 10_000;

/** Parameters of a URL's query to read; others are ignored. */
const maxParameters = 50;

/** Returns the parts of an error to log. Its other properties may contain user input. */
function describeError(error: unknown, causes = 5): Record<'type' | 'message' | 'stack', string> {
	if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
	const { name, message, stack = '', code, cause } = error as NodeJS.ErrnoException;
	const details = {
		...(/string|number/.test(typeof code) && { code }),
		...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
	};
	return { type: name, message, stack, ...details };
}

/** Logs no secrets: paths contain calendar secrets, queries contain codes, parser errors contain whole requests. */
const logSerializers = {
	req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
	err: (error: unknown) => describeError(error),
};

/** Settings that may be `http:` URLs of other machines, for test networks, and the risk of each. */
const plainHttpRisks = [
	['PUBLIC_URL', 'publicUrl', 'Anyone on the network can take over sessions.'],
	['EVENTS_BASE_URL', 'eventsBaseUrl', 'Anyone on the path to the service can read access tokens.'],
	['EVENTS_AUTH_URL', 'eventsAuthUrl', 'Anyone on the path to the service can read passwords and secrets.'],
] as const;

export function createServer(settings: BffSettings): FastifyInstance {
	/** Passes a request with a malformed URL to a route. Fastify's own response would skip hooks and quote the path. */
	const sendToMalformed = (
		_path: string,
		request: IncomingMessage & { originalUrl?: string },
		response: ServerResponse,
	) => {
		request.originalUrl = request.url ?? '';
		request.url = serverPatterns.malformed;
		app.routing(request, response);
	};
	const app: FastifyInstance = fastify({
		logger: {
			level: settings.logLevel,
			...(settings.logStream === undefined ? {} : { stream: settings.logStream }),
			serializers: logSerializers,
		},
		genReqId: () => randomUUID(),
		trustProxy: settings.trustProxy === false ? false : [...settings.trustProxy],
		bodyLimit: 16 * 1024,
		forceCloseConnections: 'idle',
		serverFactory: (serve) => createBoundedServer(serve, settings),
		// An identifier has up to 200 characters, each of which takes up to nine if percent-encoded.
		routerOptions: {
			maxParamLength: 2_000,
			onBadUrl: sendToMalformed,
			onMaxParamLength: sendToMalformed,
			// Parsing thousands of parameters takes 10 ms.
			querystringParser: (text) => parse(text, '&', '=', { maxKeys: maxParameters }),
		},
	});
	addRouteSchemas(app);
	for (const [name, key, risk] of plainHttpRisks) {
		const { protocol, hostname } = new URL(settings[key]);
		if (protocol === 'http:' && !isLoopbackName(hostname))
			app.log.warn(`${name} uses plain HTTP to another machine. ${risk} Use HTTPS.`);
	}
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('x-request-id', request.id);
		done();
	});
	// Otherwise, the rest of an unread body could keep arriving until the request times out, outside of all limits.
	app.addHook('onSend', (request, reply, _payload, done) => {
		if (!request.raw.complete) reply.header('connection', 'close');
		done();
	});
	app.all(serverPatterns.malformed, () => {
		throw new ProblemError('invalid_request', 'The URL is malformed or too long.');
	});
	return app;
}

export type RunningServer = Awaited<ReturnType<typeof listen>>;

/** @throws the system's error if the port is in use (`EADDRINUSE`) */
export async function listen(
	app: FastifyInstance,
	{ host, port, drainSeconds }: BffSettings,
	startDraining: () => void,
) {
	try {
		await app.listen({ host, port });
	} catch (error) {
		await app.close();
		throw error;
	}
	const { port: boundPort } = app.server.address() as AddressInfo;
	return {
		origin: `http://${isIPv6(host) ? `[${host}]` : host}:${boundPort}`,
		port: boundPort,
		log: app.log,
		close: async () => {
			startDraining();
			await wait(drainSeconds * 1000);
			// Otherwise, a client that doesn't read its response would delay the shutdown.
			const impatience = setTimeout(() => app.server.closeAllConnections(), closingPatienceMs);
			// Node closes the connections that are idle now, not those that become idle while the server closes.
			const closing = setInterval(() => app.server.closeIdleConnections(), 50);
			await app.close();
			clearTimeout(impatience);
			clearInterval(closing);
		},
	};
}
