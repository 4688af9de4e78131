/** The host names under which the BFF serves requests. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import { hostNameOf, isLoopbackName } from '../../servers/host-names.ts';
import type { BffSettings } from '../settings.ts';
import { ProblemError } from './problem.ts';

/** Probes reach a process by its IP address, and these responses say nothing that a stranger may not know. */
const anyHost: ReadonlySet<string | undefined> = new Set([serverPatterns.health, serverPatterns.readiness]);

/**
 * Rejects requests for a host that is not this one, with 421 (RFC 9110 §15.5.20). Known are the host of PUBLIC_URL,
 * the names of the machine itself, and ALLOWED_HOSTS, each with any port. /metrics with METRICS_TOKEN, /healthz and
 * /readyz are served under every name.
 */
export function requireKnownHost(
	app: FastifyInstance,
	{ publicUrl, allowedHosts, metricsToken }: Pick<BffSettings, 'publicUrl' | 'allowedHosts' | 'metricsToken'>,
): void {
	const known = new Set(
		[publicUrl, ...allowedHosts.map((host) => `http://${host}`)].map((url) => new URL(url).hostname),
	);
	app.addHook('onRequest', (request, _reply, done) => {
		const { url: route } = request.routeOptions;
		if (anyHost.has(route) || (route === serverPatterns.metrics && metricsToken !== null)) return done();
		// The host of a request in absolute form is that of its target (RFC 9112 §3.2.2).
		const name = hostNameOf(URL.parse(request.originalUrl)?.host ?? request.headers.host);
		if (isLoopbackName(name) || known.has(name)) return done();
		done(new ProblemError('wrong_host', 'This server is not known by this host name.'));
	});
}
