/** Rejects requests that another site makes a browser send: to an unknown host name, or with a form. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostNameOf, isLoopbackName } from '../../servers/host-names.ts';
import { ServiceError } from './service-error.ts';

/**
 * Rejects requests for unknown hosts with 421 (RFC 9110 §15.5.20) and code 126. Accepts the machine's own
 * names and `allowedHosts`, each with any port. Every browser sends a `Host` header,
 * so a request without one is served.
 */
export function requireKnownHost(app: FastifyInstance, allowedHosts: readonly string[] = []): void {
	const known = new Set(allowedHosts.map((name) => new URL(`http://${name}`).hostname));
	// Async, although it awaits nothing: Node must parse the whole packet before any route responds. Otherwise, for
	// a body that is not HTTP, the client would get two responses: the route's, and the parser's error.
	app.addHook('onRequest', async ({ headers: { host } }) => {
		if (host === undefined) return;
		const name = hostNameOf(host);
		if (isLoopbackName(name) || known.has(name)) return;
		throw new ServiceError(126, 'the sandbox is not known by this host name', 421);
	});
}

/**
 * Browsers send Sec-Fetch-Site on secure connections, and Origin with every POST. A client that sends neither
 * is not a browser, so no other site can make it send a form.
 */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined) return site === 'same-origin' || site === 'none';
	const { origin, host } = headers;
	return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host.toLowerCase());
}

/** Rejects forms under /sandbox sent by another site, with 126. */
export function requireOwnPages(app: FastifyInstance): void {
	app.addHook('onRequest', async (request) => {
		const isForm = request.method === 'POST' && request.routeOptions.url?.startsWith('/sandbox/') === true;
		if (isForm && !isFromOwnPage(request)) throw new ServiceError(126, 'the form was sent from another site');
	});
}
