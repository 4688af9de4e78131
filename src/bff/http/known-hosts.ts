/** Rejects requests for unknown host names, against DNS rebinding. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import { hostNameOf, isLoopbackName } from '../../servers/host-names.ts';
import { ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';

/** Health probes use the IP address, and these responses contain no secrets. */
const anyHost: ReadonlySet<string | undefined> = new Set([serverPatterns.health, serverPatterns.readiness]);

/** Cookie of a redirected browser. If it returns under a wrong host, a proxy rewrites the host: don't redirect again. */
const redirected = 'daybill-redirected=1';
const redirectedSeconds = 60;

/**
 * Whether visitors opened the site under a host name other than PUBLIC_URL's, where no one can sign in. False
 * for names that a proxy sends if it doesn't forward the host: names without a dot, and names of this machine
 * if the site is elsewhere or on another port.
 */
function isOtherAddress(host: string, site: URL): boolean {
	const name = hostNameOf(host);
	if (name === site.hostname) return false;
	if (!isLoopbackName(name)) return /[.:]/.test(name);
	return isLoopbackName(site.hostname) && URL.parse(`${site.protocol}//${host}`)?.port === site.port;
}

/**
 * Rejects requests for unknown hosts with 421 (RFC 9110 §15.5.20). Accepts the hosts of PUBLIC_URL and
 * ALLOWED_HOSTS, and this machine's names, each with any port. /metrics with METRICS_TOKEN, /healthz and /readyz
 * are served under every name. Pages under a known name other than PUBLIC_URL's redirect there.
 */
export function requireKnownHost(
	app: FastifyInstance,
	{ publicUrl, allowedHosts, metricsToken }: BffSettings,
): void {
	const site = new URL(publicUrl);
	const known = new Set([site.hostname, ...allowedHosts.map((host) => new URL(`http://${host}`).hostname)]);
	app.addHook('onRequest', (request, reply, done) => {
		const hosts = request.raw.headersDistinct.host?.length ?? 0;
		// With two Host headers, a proxy may have used the other one (RFC 9112 §3.2). HTTP/1.0 requires none.
		if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1'))
			return done(new ProblemError('invalid_request', 'The request needs exactly one Host header.'));
		const { url: route } = request.routeOptions;
		if (anyHost.has(route) || (route === serverPatterns.metrics && metricsToken !== null)) return done();
		// A request in absolute form uses its target's host (RFC 9112 §3.2.2).
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
