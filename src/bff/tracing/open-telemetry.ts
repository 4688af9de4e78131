/**
 * Traces by OpenTelemetry's own instrumentations: requests, calls of the service, and Redis commands. Headers, time limit,
 * compression and certificates come from `OTEL_*` settings.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
	defaultResource,
	detectResources,
	resourceAttributesEnvDetector,
	resourceFromAttributes,
	serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
	BatchSpanProcessor,
	ParentBasedSampler,
	type SpanExporter,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import type { TraceSettings } from '../settings.ts';

export interface Tracing {
	/** Makes a span for each request. Comes before all routes and hooks. */
	register(app: FastifyInstance): Promise<void>;
	/** Sends what is left, for five seconds at most. */
	close(): Promise<void>;
}

const closingPatienceMs = 5_000;

/** Requests of machines that come every few seconds and say nothing of visitors. */
const unwatched: ReadonlySet<string | undefined> = new Set([
	serverPatterns.health,
	serverPatterns.readiness,
	serverPatterns.metrics,
]);

/** What a span may say. Paths, queries, headers and messages have secrets and identifiers, so none of them leaves. */
const harmless: ReadonlySet<string> = new Set([
	'http.request.method',
	'http.response.status_code',
	'http.route',
	'server.address',
	'server.port',
	'error.type',
	'daybill.request_id',
]);

/**
 * Whether a request has passed a trusted proxy, whose `traceparent` is taken. A visitor's own could make this server record
 * every request, and reach the service.
 */
const cameThroughProxy = ({ ips = [] }: FastifyRequest) => ips.length > 1;

async function createExporter(
	{ protocol, url }: TraceSettings,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<SpanExporter> {
	const { OTLPTraceExporter } =
		protocol === 'http/json'
			? await import('@opentelemetry/exporter-trace-otlp-http')
			: await import('@opentelemetry/exporter-trace-otlp-proto');
	const exporter = new OTLPTraceExporter({ url });
	let isFailing = false;
	return {
		export(spans, done) {
			for (const span of spans) {
				for (const name of Object.keys(span.attributes))
					if (!harmless.has(name)) delete span.attributes[name];
				span.events.length = 0;
				delete span.status.message;
			}
			exporter.export(spans, (result) => {
				const hasFailed = result.code !== ExportResultCode.SUCCESS;
				// Once, and again only after some were sent. The error itself may hold the whole request.
				if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, 'traces cannot be sent');
				isFailing = hasFailed;
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
	};
}

const samplerOf = ({ share, followsParent }: TraceSettings['sampling']) => {
	const root = new TraceIdRatioBasedSampler(share);
	return followsParent ? new ParentBasedSampler({ root }) : root;
};

export async function createTracing(
	settings: TraceSettings,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tracing> {
	const provider = new TracerProvider({
		resource: defaultResource()
			.merge(resourceFromAttributes({ 'service.name': 'daybill' }))
			.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
		sampler: samplerOf(settings.sampling),
		spanProcessors: [new BatchSpanProcessor({ exporter: await createExporter(settings, log) })],
	});
	trace.setGlobalTracerProvider(provider);
	propagation.setGlobalPropagator(new W3CTraceContextPropagator());
	context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
	const requests = new FastifyOtelInstrumentation({
		instrumentHooks: false,
		instrumentHandler: false,
		ignorePaths: ({ url }) => unwatched.has(url),
		requestHook(span, { id, method, routeOptions: { url } }) {
			span.updateName(url === undefined ? method : `${method} ${url}`);
			span.setAttribute('daybill.request_id', id);
		},
	});
	const calls = new UndiciInstrumentation({ requireParentforSpans: true });
	for (const instrumentation of [requests, calls]) instrumentation.setTracerProvider(provider);
	return {
		async register(app) {
			app.addHook('onRequest', (request, _reply, done) => {
				if (!cameThroughProxy(request)) {
					delete request.headers.traceparent;
					delete request.headers.tracestate;
				}
				done();
			});
			await app.register(requests.plugin());
		},
		async close() {
			calls.disable();
			// What cannot be sent is logged by the exporter.
			const sent = provider.shutdown().catch(() => undefined);
			await Promise.race([sent, wait(closingPatienceMs, undefined, { ref: false })]);
			trace.disable();
			propagation.disable();
			context.disable();
		},
	};
}
