/** Forms of the sandbox's pages count only when they are sent from its own pages, never from another site. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../service-error.ts';

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
