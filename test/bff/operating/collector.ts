/** A trace collector for one test: an HTTP server that reads OTLP as JSON. */
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import type { TraceSettings } from '../../../src/servers/settings.ts';
import { listen } from '../../listen.ts';

interface SentAttribute {
	key: string;
	value: { stringValue?: string; intValue?: number | string };
}

interface SpanOf<Attributes> {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	kind: number;
	attributes: Attributes;
}

interface Sent {
	resourceSpans: {
		resource: { attributes: SentAttribute[] };
		scopeSpans: { spans: SpanOf<SentAttribute[]>[] }[];
	}[];
}

export type Span = SpanOf<Record<string, string | number | undefined>>;

/** Values of `kind` (OTLP). */
export const spanKinds = { server: 2, client: 3 };

const valuesOf = (attributes: readonly SentAttribute[]) =>
	Object.fromEntries(
		attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
	);

/** @param status of its responses; null: it never responds */
export async function startCollector(status: number | null = 200) {
	const bodies: Buffer[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		bodies.push(Buffer.concat(chunks));
		if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
	});
	const origin = `http://127.0.0.1:${await listen(server)}`;
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const sent = () => bodies.flatMap((body) => (JSON.parse(body.toString()) as Sent).resourceSpans);
	return {
		origin,
		/** Settings of a BFF that sends every trace here. */
		traces: {
			url: `${origin}/v1/traces`,
			protocol: 'http/json',
			share: 1,
		} satisfies TraceSettings,
		/** Bodies of all requests, as sent. */
		bodies,
		spans: (): Span[] =>
			sent()
				.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
				.map((span) => ({ ...span, attributes: valuesOf(span.attributes) })),
		resources: () => sent().map(({ resource }) => valuesOf(resource.attributes)),
	};
}
