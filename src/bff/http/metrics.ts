/** Metrics for operators in Prometheus' text format (design §4: GET /metrics). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WebVitalsReport } from '../../contract/bff-api/web-vitals.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import type { BffSettings } from '../settings.ts';
import { ProblemError } from './problem.ts';

/** Outcome of a token refresh. */
type RefreshOutcome = 'renewed' | 'too_early' | 'rejected' | 'failed';

/**
 * Outcome of a request for an image. `cached`: it was in memory; `loaded`: fetched and decoded; `failed`: there is no
 * image at that URL; `failed_before`: the same, as was known for a short time; `unsigned`: nothing was fetched;
 * `overloaded`: too many images were being loaded.
 */
type ImageOutcome = 'cached' | 'loaded' | 'failed' | 'failed_before' | 'unsigned' | 'overloaded';

export interface Metrics {
	/** @param outcome HTTP status, with the service's error code where there is one; or the reason of the failure */
	serviceCall(operation: string, outcome: string, seconds: number): void;
	cacheResult(operation: string, result: string): void;
	refresh(outcome: RefreshOutcome): void;
	image(outcome: ImageOutcome): void;
	httpRequest(route: string, method: string, status: number, seconds: number): void;
	/** @param report checked before */
	webVitals(report: WebVitalsReport): void;
	/** Adds the calls left in this hour, read at every scrape and left out while undefined: 0 would be a false alarm. */
	watchBudget(read: () => number | undefined | Promise<number | undefined>): void;
	text(): Promise<string>;
	contentType: string;
}

/** Seconds; a call of the service ends after 12. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12];

/** With the limits of "good" and "poor" (https://web.dev/articles/vitals), so that quantiles are exact where it matters. */
const webVitalsBuckets = {
	lcp: [0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 6, 10, 30],
	inp: [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 3],
	cls: [0.001, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

export function createMetrics(): Metrics {
	const register = new Registry();
	const registers = [register];
	collectDefaultMetrics({ register });
	const calls = new Counter({
		name: 'daybill_service_calls_total',
		help: 'Calls of the service by operation and outcome',
		labelNames: ['operation', 'outcome'],
		registers,
	});
	const callSeconds = new Histogram({
		name: 'daybill_service_call_seconds',
		help: 'Time that calls of the service took',
		labelNames: ['operation'],
		buckets,
		registers,
	});
	const reads = new Counter({
		name: 'daybill_cache_results_total',
		help: 'Reads of the shared cache by operation and result (RFC 9211)',
		labelNames: ['operation', 'result'],
		registers,
	});
	const refreshes = new Counter({
		name: 'daybill_refreshes_total',
		help: 'Token refreshes by outcome',
		labelNames: ['outcome'],
		registers,
	});
	const images = new Counter({
		name: 'daybill_image_requests_total',
		help: 'Requests for images by outcome',
		labelNames: ['outcome'],
		registers,
	});
	const requestSeconds = new Histogram({
		name: 'daybill_http_request_seconds',
		help: 'Time that requests from browsers took',
		labelNames: ['route', 'method', 'status'],
		buckets,
		registers,
	});
	const paints = new Histogram({
		name: 'daybill_web_vitals_lcp_seconds',
		help: 'Time until the largest part of a page was painted (LCP), as browsers report it',
		labelNames: ['page'],
		buckets: webVitalsBuckets.lcp,
		registers,
	});
	const interactions = new Histogram({
		name: 'daybill_web_vitals_inp_seconds',
		help: 'Time from a tap or key to the next paint (INP), as browsers report it',
		labelNames: ['page'],
		buckets: webVitalsBuckets.inp,
		registers,
	});
	const shifts = new Histogram({
		name: 'daybill_web_vitals_cls',
		help: 'How much of a page moved by itself (CLS), as browsers report it',
		labelNames: ['page'],
		buckets: webVitalsBuckets.cls,
		registers,
	});
	return {
		serviceCall(operation, outcome, seconds) {
			calls.inc({ operation, outcome });
			callSeconds.observe({ operation }, seconds);
		},
		cacheResult: (operation, result) => reads.inc({ operation, result }),
		refresh: (outcome) => refreshes.inc({ outcome }),
		image: (outcome) => images.inc({ outcome }),
		httpRequest: (route, method, status, seconds) =>
			requestSeconds.observe({ route, method, status: String(status) }, seconds),
		webVitals({ page, lcp, inp, cls }) {
			if (lcp !== undefined) paints.observe({ page }, lcp / 1000);
			if (inp !== undefined) interactions.observe({ page }, inp / 1000);
			if (cls !== undefined) shifts.observe({ page }, cls);
		},
		watchBudget(read) {
			new Gauge({
				name: 'daybill_budget_remaining',
				help: 'Calls that the service has left for this server in this hour, as last seen',
				registers,
				async collect() {
					const value = await read();
					if (value === undefined) this.remove();
					else this.set(value);
				},
			});
		},
		text: () => register.metrics(),
		contentType: register.contentType,
	};
}

/** Compares in constant time. */
const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(
		createHash('sha256').update(given).digest(),
		createHash('sha256').update(expected).digest(),
	);

/**
 * Serves /metrics and times every request. Metrics are for the operator: with METRICS_TOKEN they need it as bearer
 * token; without it they are for requests from this machine that came through no proxy. A proxy on this machine that
 * adds no header passes the public host name on, or has to be told not to serve the path (docs/operating.md).
 */
export function addMetricsRoute(
	app: FastifyInstance,
	metrics: Metrics,
	{ metricsToken }: Pick<BffSettings, 'metricsToken'>,
): void {
	app.addHook('onResponse', (request, reply, done) => {
		metrics.httpRequest(
			request.routeOptions.url ?? 'none',
			request.method,
			reply.statusCode,
			reply.elapsedTime / 1000,
		);
		done();
	});
	app.get(serverPatterns.metrics, async (request, reply) => {
		const isAllowed =
			metricsToken === null
				? isFromThisMachine(request)
				: isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
		if (!isAllowed) throw new ProblemError('not_found', 'There is nothing at this URL.');
		return reply
			.header('cache-control', 'no-store')
			.type(metrics.contentType)
			.send(await metrics.text());
	});
}
