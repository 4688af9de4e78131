/** Rejects what other sites make a browser send: requests under a foreign host name, and forms. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostNameOf, isLoopbackName } from '../servers/host-names.ts';
import { errorBody, requestLine, ServiceError } from './service-error.ts';

/**
 * Rejects requests for a host that is not this one, with 421 (RFC 9110 §15.5.20) and code 126. Known are the names of the
 * machine itself and these, each with any port. Every browser sends a `Host` header, so a request without one is served.
 *
 * @param origins whose hosts are known
 */
export function requireKnownHost(app: FastifyInstance, origins: readonly string[]): void {
	const known = new Set(origins.map((origin) => new URL(origin).hostname));
	// Async, though it waits for nothing: the parser is to read the whole packet before any route responds. Otherwise a body
	// that is not HTTP would get a second response, from the parser.
	app.addHook('onRequest', async (request, reply) => {
		const { host } = request.headers;
		if (host === undefined) return;
		const name = hostNameOf(host);
		if (isLoopbackName(name) || known.has(name)) return;
		const error = new ServiceError(126, 'the sandbox is not known by this host name');
		return reply
			.code(421)
			.type('application/json')
			.send(errorBody(error, requestLine(request.raw)));
	});
}

/**
 * Browsers send Sec-Fetch-Site where the connection counts as secure, and Origin with every POST. A client that sends
 * neither is no browser; it needs the token of the form like any other.
 */
function isFromOwnPage({ headers }: FastifyRequest, publicOrigin: string): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined) return site === 'same-origin' || site === 'none';
	const { origin, host } = headers;
	if (origin === undefined || origin === publicOrigin) return true;
	return host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
}

/** Rejects forms under /sandbox that another site sent, with 126. */
export function requireOwnPages(app: FastifyInstance, publicOrigin: () => string): void {
	app.addHook('onRequest', async (request) => {
		const isForm = request.method === 'POST' && request.routeOptions.url?.startsWith('/sandbox/') === true;
		if (isForm && !isFromOwnPage(request, publicOrigin()))
			throw new ServiceError(126, 'the form was sent from another site');
	});
}
