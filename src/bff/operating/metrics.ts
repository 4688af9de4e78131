/** Metrics for operators, in the text format of Prometheus (`GET /metrics`). */
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type WebVitalsReport, webVitalsSchema } from '../../contract/bff-api/web-vitals.ts';
import { bffPatterns, serverPatterns } from '../../contract/paths.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import { bodyOf, noBody } from '../http/route-schemas.ts';
import { notFound } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';

type RefreshOutcome = 'renewed' | 'too_early' | 'rejected' | 'failed';

/** `loaded`: fetched and decoded, or drawn; `failed`: could not be loaded; `unsigned`: not fetched. */
type ImageOutcome = 'cached' | 'loaded' | 'failed' | 'unsigned' | 'overloaded';

/** Upper limits in seconds. The last one is the deadline of a call to the service. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12];

/** Include the thresholds of “good” and “poor” (https://web.dev/articles/vitals), so that their shares are exact. */
const webVitalsBuckets = {
	lcp: [0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 6, 10, 30],
	inp: [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 3],
	cls: [0.001, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
	const register = new Registry();
	const registers = [register];
	collectDefaultMetrics({ register });
	const counter = (name: string, help: string, ...labelNames: string[]) =>
		new Counter({ name: `daybill_${name}`, help, labelNames, registers });
	const histogram = (name: string, help: string, limits: number[], ...labelNames: string[]) =>
		new Histogram({ name: `daybill_${name}`, help, buckets: limits, labelNames, registers });

	const calls = counter('service_calls_total', 'Calls to the service', 'operation', 'outcome');
	const callSeconds = histogram('service_call_seconds', 'Duration of service calls', buckets, 'operation');
	const reads = counter('cache_results_total', 'Cache reads by result (RFC 9211)', 'operation', 'result');
	const refreshes = counter('refreshes_total', 'Token refreshes', 'outcome');
	const images = counter('image_requests_total', 'Image requests', 'outcome');
	const requestLabels = ['route', 'method', 'status'];
	const requestSeconds = histogram('http_request_seconds', 'Duration of requests', buckets, ...requestLabels);
	const { lcp: lcpBuckets, inp: inpBuckets, cls: clsBuckets } = webVitalsBuckets;
	const paints = histogram('web_vitals_lcp_seconds', 'LCP, as browsers report it', lcpBuckets, 'page');
	const interactions = histogram('web_vitals_inp_seconds', 'INP, as browsers report it', inpBuckets, 'page');
	const shifts = histogram('web_vitals_cls', 'CLS, as browsers report it', clsBuckets, 'page');
	return {
		/** @param outcome HTTP status with the service's error code, or the reason for a failure */
		serviceCall(operation: string, outcome: string, seconds: number) {
			calls.inc({ operation, outcome });
			callSeconds.observe({ operation }, seconds);
		},
		cacheResult: (operation: string, result: string) => reads.inc({ operation, result }),
		refresh: (outcome: RefreshOutcome) => refreshes.inc({ outcome }),
		image: (outcome: ImageOutcome) => images.inc({ outcome }),
		httpRequest: (route: string, method: string, status: number, seconds: number) =>
			requestSeconds.observe({ route, method, status }, seconds),
		webVitals({ page, lcp, inp, cls }: WebVitalsReport) {
			if (lcp !== undefined) paints.observe({ page }, lcp / 1000);
			if (inp !== undefined) interactions.observe({ page }, inp / 1000);
			if (cls !== undefined) shifts.observe({ page }, cls);
		},
		/** Calls `read` for each scrape. If it returns undefined, omits the metric, because 0 would raise an alarm. */
		watchBudget(read: () => number | undefined) {
			new Gauge({
				name: 'daybill_budget_remaining',
				help: 'Calls that the service has left for this server in this hour, as last seen',
				registers,
				collect() {
					const value = read();
					if (value === undefined) this.remove();
					else this.set(value);
				},
			});
		},
		register,
	};
}

const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));

/** Serves /metrics, and times every request. Without METRICS_TOKEN, only this machine may read /metrics. */
export function addMetricsRoute(
	app: FastifyInstance,
	metrics: Metrics,
	{ metricsToken, publicUrl }: BffSettings,
): void {
	app.addHook('onResponse', (request, reply, done) => {
		metrics.httpRequest(
			// One label for all files: most of their names change with every build.
			request.routeOptions.config.isFile ? 'file' : (request.routeOptions.url ?? 'none'),
			request.method,
			reply.statusCode,
			reply.elapsedTime / 1000,
		);
		done();
	});
	const schema = {
		summary: 'Metrics for Prometheus: needs METRICS_TOKEN if it is set, else a local request.',
		response: { 200: bodyOf('text/plain') },
		problems: ['not_found'],
	} as const;
	app.get(serverPatterns.metrics, { schema }, async (request, reply) => {
		const isAllowed =
			metricsToken === null
				? isFromThisMachine(request, publicUrl)
				: isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
		if (!isAllowed) throw notFound();
		return reply
			.header('cache-control', 'no-store')
			.type(metrics.register.contentType)
			.send(await metrics.register.metrics());
	});
}

const report = {
	summary: 'Records how fast a page was for a visitor.',
	body: webVitalsSchema,
	response: { 204: noBody },
};

/** Anyone can send made-up reports, so the schema limits the values. */
export function addWebVitalsRoute(app: FastifyInstance, metrics: Metrics): void {
	app.post(bffPatterns.webVitals, { schema: report }, async (request, reply) => {
		metrics.webVitals(request.body);
		return reply.code(204).send();
	});
}
