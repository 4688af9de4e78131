/** Rejects requests for other host names (DNS rebinding). */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import { hostNameOf, isLoopbackName } from '../../servers/host-names.ts';
import type { BffSettings } from '../settings.ts';
import { ProblemError } from './problem.ts';

/** Probes use the IP address, and these responses say nothing secret. */
const anyHost: ReadonlySet<string | undefined> = new Set([serverPatterns.health, serverPatterns.readiness]);

/**
 * Answers 421 (RFC 9110 §15.5.20) unless the host is that of PUBLIC_URL, a name of this machine, or in ALLOWED_HOSTS,
 * with any port. /healthz, /readyz, and /metrics with METRICS_TOKEN are served under every name.
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
		// A request in absolute form names the host in its target (RFC 9112 §3.2.2).
		const name = hostNameOf(URL.parse(request.raw.url ?? '')?.host ?? request.headers.host);
		if (isLoopbackName(name) || known.has(name)) return done();
		done(new ProblemError('wrong_host', 'This server is not known by this host name.'));
	});
}
