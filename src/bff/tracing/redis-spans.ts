/** Spans for Redis commands. The client tells of each on a diagnostics channel, for which it pays only while somebody listens. */
import { tracingChannel } from 'node:diagnostics_channel';
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';

/** What the client says of a command. It also names arguments and keys, which have session ids. */
interface Command {
	command: string;
	error?: unknown;
}

/**
 * @param parentNow what the present work belongs to; a command that belongs to no request has no span
 * @returns stops it
 */
export function addRedisSpans(tracer: Tracer, parentNow: () => Context | undefined): () => void {
	const spans = new WeakMap<object, Span>();
	const channel = tracingChannel<Command, Command>('node-redis:command');
	const subscribers = {
		start(command: Command) {
			const parent = parentNow();
			if (parent === undefined) return;
			const attributes = { 'db.system.name': 'redis', 'db.operation.name': command.command };
			spans.set(command, tracer.startSpan(command.command, { kind: SpanKind.CLIENT, attributes }, parent));
		},
		end: () => undefined,
		asyncStart: () => undefined,
		asyncEnd(command: Command) {
			const span = spans.get(command);
			if (command.error !== undefined)
				span
					?.setStatus({ code: SpanStatusCode.ERROR })
					.setAttribute('error.type', command.error instanceof Error ? command.error.name : '_OTHER');
			span?.end();
		},
		error: () => undefined,
	};
	channel.subscribe(subscribers);
	return () => channel.unsubscribe(subscribers);
}
