/**
 * Traces requests, and the calls to the service that they cause, with OpenTelemetry. Imported only if an endpoint is
 * set. The exporter reads headers, timeout, compression and certificates from `OTEL_*` variables.
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
import type { FastifyInstance } from 'fastify';
import type { TraceSettings } from '../../servers/settings.ts';
import { probes } from '../fairness/request-limits.ts';
import type { BffSettings } from '../settings.ts';

const closingPatienceMs = 5_000;

/** Attributes that spans may have. Others, such as paths and queries, may contain secrets and identifiers. */
const harmless: ReadonlySet<string> = new Set([
	'http.request.method',
	'http.response.status_code',
	'http.route',
	'daybill.request_id',
	'server.address',
	'error.type',
]);

async function createExporter(
	{ protocol, url }: TraceSettings,
	log: Pick<FastifyInstance['log'], 'warn'>,
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
				// Logged once per outage, without the error itself: it may contain the whole request.
				if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, 'could not send traces');
				isFailing = hasFailed;
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
	};
}

/** Call this before adding routes and hooks. */
export async function addTracing(
	app: FastifyInstance,
	traces: TraceSettings,
	{ eventsBaseUrl, eventsAuthUrl }: BffSettings,
): Promise<void> {
	const provider = new TracerProvider({
		resource: defaultResource()
			.merge(
				resourceFromAttributes({ 'service.name': 'daybill', 'service.instance.id': crypto.randomUUID() }),
			)
			.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
		sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traces.share) }),
		spanProcessors: [new BatchSpanProcessor({ exporter: await createExporter(traces, app.log) })],
	});
	propagation.setGlobalPropagator(new W3CTraceContextPropagator());
	context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
	const requests = new FastifyOtelInstrumentation({
		instrumentHooks: false,
		instrumentHandler: false,
		recordExceptions: false,
		ignorePaths: ({ url }) => probes.has(url),
		requestHook(span, { id, method, routeOptions }) {
			span.updateName(routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`);
			span.setAttribute('daybill.request_id', id);
		},
	});
	const service = new Set([eventsBaseUrl, eventsAuthUrl].map((url) => new URL(url).origin));
	const calls = new UndiciInstrumentation({
		// Image servers get no trace headers.
		ignoreRequestHook: ({ origin }) => !service.has(String(origin)),
	});
	for (const instrumentation of [requests, calls]) instrumentation.setTracerProvider(provider);

	// Removes `traceparent` unless a trusted proxy has sent it: with this header, visitors could have every request
	// traced, and it would be passed on to the service.
	app.addHook('onRequest', ({ headers, ips = [] }, _reply, done) => {
		if (ips.length <= 1) {
			delete headers.traceparent;
			delete headers.tracestate;
		}
		done();
	});
	await app.register(requests.plugin());
	app.addHook('onClose', async () => {
		calls.disable();
		// The exporter logs failures.
		const sent = provider.shutdown().catch(() => undefined);
		await Promise.race([sent, wait(closingPatienceMs, undefined, { ref: false })]);
		propagation.disable();
		context.disable();
		trace.disable();
	});
}
