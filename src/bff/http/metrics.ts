/** Figures for operators in Prometheus' text format (design §4: GET /metrics). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WebVitalsReport } from '../../contract/bff-api/web-vitals.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { isFromThisMachine } from '../../servers/local-request.ts';
import type { BffSettings } from '../settings.ts';
import { type MetricRow, metricTable } from './metric-table.ts';
import { ProblemError } from './problem.ts';

/** Outcome of a token refresh. */
type RefreshOutcome = 'renewed' | 'too_early' | 'rejected' | 'failed';

/**
 * Outcome of a request for a picture. `cached`: it was in memory; `loaded`: fetched and decoded; `failed`: there is no
 * picture at that URL; `failed_before`: the same, as was known for a short time; `unsigned`: nothing was fetched;
 * `overloaded`: too many pictures were being loaded.
 */
type PictureOutcome = 'cached' | 'loaded' | 'failed' | 'failed_before' | 'unsigned' | 'overloaded';

export interface Metrics {
	/** @param outcome HTTP status, with the service's error code where there is one; or the reason of the failure */
	serviceCall(operation: string, outcome: string, seconds: number): void;
	cacheResult(operation: string, result: string): void;
	refresh(outcome: RefreshOutcome): void;
	picture(outcome: PictureOutcome): void;
	httpRequest(route: string, method: string, status: number, seconds: number): void;
	/** @param report checked before */
	webVitals(report: WebVitalsReport): void;
	/** Adds a figure that is read at every scrape, and left out while it is undefined: 0 would be a false alarm. */
	watch(name: 'budget_remaining', read: () => number | undefined | Promise<number | undefined>): void;
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

const { serviceCalls, serviceSeconds, cacheResults, refreshes, pictures, httpSeconds } = metricTable;
const { largestPaintSeconds, interactionSeconds, layoutShift } = metricTable;
/** Figures that are read at every scrape. */
const watched = { budget_remaining: metricTable.budgetRemaining };

/** A row of the table in the form that the library takes. */
const configurationOf = ({ name, help, labels }: MetricRow, registers: Registry[]) => ({
	name,
	help,
	labelNames: [...labels],
	registers,
});

export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	const calls = new Counter(configurationOf(serviceCalls, registers));
	const callSeconds = new Histogram({ ...configurationOf(serviceSeconds, registers), buckets });
	const reads = new Counter(configurationOf(cacheResults, registers));
	const renewals = new Counter(configurationOf(refreshes, registers));
	const pictureRequests = new Counter(configurationOf(pictures, registers));
	const requestSeconds = new Histogram({ ...configurationOf(httpSeconds, registers), buckets });
	const paints = new Histogram({
		...configurationOf(largestPaintSeconds, registers),
		buckets: webVitalsBuckets.lcp,
	});
	const interactions = new Histogram({
		...configurationOf(interactionSeconds, registers),
		buckets: webVitalsBuckets.inp,
	});
	const shifts = new Histogram({
		...configurationOf(layoutShift, registers),
		buckets: webVitalsBuckets.cls,
	});
	return {
		serviceCall(operation, outcome, seconds) {
			calls.inc({ operation, outcome });
			callSeconds.observe({ operation }, seconds);
		},
		cacheResult: (operation, result) => reads.inc({ operation, result }),
		refresh: (outcome) => renewals.inc({ outcome }),
		picture: (outcome) => pictureRequests.inc({ outcome }),
		httpRequest: (route, method, status, seconds) =>
			requestSeconds.observe({ route, method, status: String(status) }, seconds),
		webVitals({ page, lcp, inp, cls }) {
			if (lcp !== undefined) paints.observe({ page }, lcp / 1000);
			if (inp !== undefined) interactions.observe({ page }, inp / 1000);
			if (cls !== undefined) shifts.observe({ page }, cls);
		},
		watch(name, read) {
			new Gauge({
				...configurationOf(watched[name], registers),
				async collect() {
					const value = await read();
					if (value === undefined) this.remove();
					else this.set(value);
				},
			});
		},
		text: () => registry.metrics(),
		contentType: registry.contentType,
	};
}

/** Compares in constant time. */
const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(
		createHash('sha256').update(given).digest(),
		createHash('sha256').update(expected).digest(),
	);

/**
 * Serves /metrics and times every request. The figures are for the operator: with METRICS_TOKEN they need it as bearer
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
