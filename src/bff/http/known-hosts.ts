/** Rejects requests for unknown host names, against DNS rebinding. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import { hostNameOf, isLoopbackName } from '../../servers/host-names.ts';
import { ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';

/** Routes that load balancers request by IP address. Their responses contain no secrets. */
const anyHost: ReadonlySet<string | undefined> = new Set([serverPatterns.health, serverPatterns.readiness]);

/** A cookie set with a redirect. A browser that sends it with a wrong host is behind a proxy that changes the host. */
const redirected = 'daybill-redirected=1';
const redirectedSeconds = 60;

/**
 * Whether the visitor opened the site under a host name other than PUBLIC_URL's, where nobody can sign in. False for
 * names that a proxy may send instead of the visitor's: names without a dot; and this machine's names, unless
 * PUBLIC_URL has one of them and the same port.
 */
function isOtherAddress(host: string, site: URL): boolean {
	const name = hostNameOf(host);
	if (name === site.hostname) return false;
	if (!isLoopbackName(name)) return /[.:]/.test(name);
	return isLoopbackName(site.hostname) && URL.parse(`${site.protocol}//${host}`)?.port === site.port;
}

/**
 * Rejects requests for unknown hosts with 421 (RFC 9110 §15.5.20). Known are the hosts of PUBLIC_URL and ALLOWED_HOSTS,
 * and this machine's names, each with any port. `/healthz`, `/readyz`, and with METRICS_TOKEN `/metrics`, are served
 * under any name. A page that a visitor opens under another known name redirects to PUBLIC_URL.
 */
export function requireKnownHost(
	app: FastifyInstance,
	{ publicUrl, allowedHosts, metricsToken }: BffSettings,
): void {
	const site = new URL(publicUrl);
	const known = new Set([site.hostname, ...allowedHosts.map((host) => new URL(`http://${host}`).hostname)]);
	app.addHook('onRequest', (request, reply, done) => {
		const hosts = request.raw.headersDistinct.host?.length ?? 0;
		// If there are two Host headers, a proxy may have checked the other one (RFC 9112 §3.2). HTTP/1.0 requires none.
		if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1'))
			return done(new ProblemError('invalid_request', 'The request needs exactly one Host header.'));
		const { url: route } = request.routeOptions;
		if (anyHost.has(route) || (route === serverPatterns.metrics && metricsToken !== null)) return done();
		// If the request target is a whole URL, its host counts (RFC 9112 §3.2.2).
		const target = URL.parse(request.originalUrl);
		const host = target?.host ?? request.headers.host ?? '';
		const name = hostNameOf(host);
		if (!isLoopbackName(name) && !known.has(name))
			return done(new ProblemError('wrong_host', 'This server does not serve this host name.'));
		const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
		const wasRedirected = request.headers.cookie?.includes(redirected) === true;
		if (!isPage || wasRedirected || !isOtherAddress(host, site)) return done();
		const path = target === null ? request.originalUrl : `${target.pathname}${target.search}`;
		reply
			.header('cache-control', 'no-store')
			.header('set-cookie', `${redirected}; Max-Age=${redirectedSeconds}; Path=/; HttpOnly; SameSite=Lax`)
			.redirect(`${site.origin}${path.replace(/^[^/]/, '/$&')}`, 302);
	});
}
