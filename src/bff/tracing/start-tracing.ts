/** Traces are off unless the settings say where to send them. While they are off, nothing of OpenTelemetry is loaded. */
import type { FastifyBaseLogger } from 'fastify';
import type { BffSettings } from '../settings.ts';
import type { CallSpan, StartCallSpan, Tracing } from './tracing.ts';

const idleSpan: CallSpan = { headers: {}, end: () => undefined };
const startIdleSpan: StartCallSpan = () => idleSpan;

const noTracing: Tracing = {
	addRequestSpans: () => undefined,
	prepareCall: () => startIdleSpan,
	close: async () => undefined,
};

/** @param log hears of traces that cannot be sent */
export async function startTracing(
	{ traces, eventsBaseUrl }: Pick<BffSettings, 'traces' | 'eventsBaseUrl'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tracing> {
	if (traces === undefined) return noTracing;
	const { createTracing } = await import('./open-telemetry.ts');
	return createTracing(traces, new URL(eventsBaseUrl).hostname, log);
}
