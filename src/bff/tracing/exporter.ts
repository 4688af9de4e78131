/** Sends spans to a collector by OTLP. Headers, time limit, compression and certificates come from `OTEL_*` settings. */
import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { TraceSettings } from '../settings.ts';

async function openExporter({ protocol, url }: TraceSettings): Promise<SpanExporter> {
	const { OTLPTraceExporter } =
		protocol === 'http/json'
			? await import('@opentelemetry/exporter-trace-otlp-http')
			: await import('@opentelemetry/exporter-trace-otlp-proto');
	return new OTLPTraceExporter({ url });
}

/** Logs once when spans cannot be sent, and again only after some were sent. */
export async function createExporter(
	settings: TraceSettings,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<SpanExporter> {
	const exporter = await openExporter(settings);
	let isFailing = false;
	return {
		export(spans, done) {
			exporter.export(spans, (result) => {
				const hasFailed = result.code !== ExportResultCode.SUCCESS;
				// The error itself may hold the whole request.
				if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, 'traces cannot be sent');
				isFailing = hasFailed;
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
	};
}
