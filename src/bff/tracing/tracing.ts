/** Traces are off unless the settings say where to send them. While they are off, nothing of OpenTelemetry is loaded. */
import type { FastifyBaseLogger } from 'fastify';
import type { BffSettings } from '../settings.ts';
import type { Tracing } from './open-telemetry.ts';

/** @param log hears of traces that cannot be sent */
export async function startTracing(
	{ traces }: Pick<BffSettings, 'traces'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tracing> {
	if (traces === undefined) return { register: async () => undefined, close: async () => undefined };
	const { createTracing } = await import('./open-telemetry.ts');
	return createTracing(traces, log);
}
