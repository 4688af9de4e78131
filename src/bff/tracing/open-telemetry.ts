/**
 * Traces by OpenTelemetry's own packages. What is in a span is listed here and in `redis-spans.ts`: patterns, names, methods
 * and statuses. Paths, queries, headers and messages have secrets and identifiers, so none of them is in any (checklist 10, 11).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
	type Context,
	defaultTextMapGetter,
	defaultTextMapSetter,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
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
	TraceIdRatioBasedSampler,
	TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import type { TraceSettings } from '../settings.ts';
import { createExporter } from './exporter.ts';
import { addRedisSpans } from './redis-spans.ts';
import type { Tracing } from './tracing.ts';

/** Milliseconds that the last spans have at the end. */
const closingPatience = 5_000;

/** Requests of machines that come every few seconds and say nothing of visitors. */
const unwatched: ReadonlySet<string> = new Set([
	serverPatterns.health,
	serverPatterns.readiness,
	serverPatterns.metrics,
]);

/** What the spans say of this process; the operator's own attributes come first. */
const resource = () =>
	defaultResource()
		.merge(resourceFromAttributes({ 'service.name': 'daybill', 'service.instance.id': randomUUID() }))
		.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));

const samplerOf = ({ share, followsParent }: TraceSettings['sampling']) => {
	const root = new TraceIdRatioBasedSampler(share);
	return followsParent ? new ParentBasedSampler({ root }) : root;
};

const setFailed = (span: Span, type: string) =>
	span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);

/**
 * Whether a request has passed a trusted proxy, whose `traceparent` is taken. A visitor's own could make this server record
 * every request, and reach the service.
 */
const cameThroughProxy = ({ ips = [] }: FastifyRequest) => ips.length > 1;

/**
 * @param serviceHost host name of the service
 * @param log hears of traces that cannot be sent
 */
export async function createTracing(
	settings: TraceSettings,
	serviceHost: string,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tracing> {
	const provider = new TracerProvider({
		resource: resource(),
		sampler: samplerOf(settings.sampling),
		spanProcessors: [new BatchSpanProcessor({ exporter: await createExporter(settings, log) })],
	});
	const tracer = provider.getTracer('daybill');
	const propagator = new W3CTraceContextPropagator();
	/** The span of the request that the present work is for. */
	const current = new AsyncLocalStorage<Context>();
	const stopRedisSpans = addRedisSpans(tracer, () => current.getStore());

	return {
		addRequestSpans(app) {
			app.addHook('onRequest', (request, reply, done) => {
				const { method, routeOptions } = request;
				const route = routeOptions.url;
				if (route !== undefined && unwatched.has(route)) {
					done();
					return;
				}
				const parent = cameThroughProxy(request)
					? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
					: ROOT_CONTEXT;
				const name = route === undefined ? method : `${method} ${route}`;
				const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
				span.setAttributes({ 'http.request.method': method, 'daybill.request_id': request.id });
				if (route !== undefined) span.setAttribute('http.route', route);
				reply.raw.once('close', () => {
					const { headersSent, statusCode, writableFinished } = reply.raw;
					if (headersSent) span.setAttribute('http.response.status_code', statusCode);
					if (statusCode >= 500) setFailed(span, String(statusCode));
					else if (!writableFinished) span.setAttribute('error.type', 'connection_closed');
					span.end();
				});
				current.run(trace.setSpan(parent, span), done);
			});
		},
		prepareCall(operation, method) {
			const parent = current.getStore() ?? ROOT_CONTEXT;
			return () => {
				const attributes = { 'http.request.method': method, 'server.address': serviceHost };
				const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, parent);
				const headers: Record<string, string> = {};
				propagator.inject(trace.setSpan(parent, span), headers, defaultTextMapSetter);
				return {
					headers,
					end(outcome) {
						const [status = ''] = /^\d{3}/.exec(outcome) ?? [];
						if (status !== '') span.setAttribute('http.response.status_code', Number(status));
						if (!status.startsWith('2')) setFailed(span, outcome);
						span.end();
					},
				};
			};
		},
		async close() {
			stopRedisSpans();
			// What cannot be sent is logged by the exporter.
			const sent = provider.shutdown().catch(() => undefined);
			await Promise.race([sent, wait(closingPatience, undefined, { ref: false })]);
		},
	};
}
