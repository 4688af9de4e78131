/** Traces (OpenTelemetry): each request, with the calls of the service and the Redis commands that it led to. */
import type { FastifyInstance } from 'fastify';

/** A call of the service under way. */
export interface CallSpan {
	/** Headers that make the service's own spans a part of the trace (W3C Trace Context); none without tracing. */
	readonly headers: Readonly<Record<string, string>>;
	/** @param outcome as the metrics count it: HTTP status, with the service's error code; or the reason of the failure */
	end(outcome: string): void;
}

/** Begins a span for one attempt of a call. */
export type StartCallSpan = () => CallSpan;

export interface Tracing {
	/** Makes a span for each request, from its first byte to the end of its response. Comes before all other hooks. */
	addRequestSpans(app: FastifyInstance): void;
	/**
	 * Prepares the spans of a call, which belong to the request that asks now, also when the call has to wait for its turn.
	 *
	 * @param operation its name, never its path, which has identifiers
	 */
	prepareCall(operation: string, method: string): StartCallSpan;
	/** Sends what is left, for five seconds at most. */
	close(): Promise<void>;
}
