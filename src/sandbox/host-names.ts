/**
 * Host names in `Host` headers. A page of another site can make a name of its own point to this machine (DNS rebinding);
 * the browser then counts its requests to the sandbox as same-origin, and it could read every response. So only known
 * names are served.
 */
import type { FastifyInstance } from 'fastify';
import { errorBody, requestLine, ServiceError } from './service-error.ts';

/** The name in a `Host` header, in lower case and without its port; empty for a header that is wrong. */
function hostNameOf(header: string): string {
	const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header) ?? [];
	return name.toLowerCase().replace(/\.$/, '');
}

/** Whether a `Host` header has a name that always means the machine that the request comes from. */
export function isLoopbackHost(header: string): boolean {
	const name = hostNameOf(header);
	return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Rejects requests for a host that is not this one, with 421 (RFC 9110 §15.5.20) and code 126. Known are the names of the
 * machine itself and these, each with any port. Every browser sends a `Host` header, so a request without one is served.
 *
 * @param origins whose hosts are known
 */
export function requireKnownHost(app: FastifyInstance, origins: readonly string[]): void {
	const known = new Set(origins.map((origin) => new URL(origin).hostname));
	app.addHook('onRequest', async (request, reply) => {
		const { host } = request.headers;
		if (host === undefined || isLoopbackHost(host) || known.has(hostNameOf(host))) return;
		const error = new ServiceError(126, 'the sandbox is not known by this host name');
		return reply
			.code(421)
			.type('application/json')
			.send(errorBody(error, requestLine(request.raw)));
	});
}
