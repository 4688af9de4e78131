import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { startRedis } from '../redis-server.ts';
import { startSite } from '../start-site.ts';
import { haveSession } from '../whole-session.ts';
import { type Span, spanKinds, startCollector } from './collector.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const outerSpanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${outerSpanId}-01`;
/** The header that a trusted proxy on this machine adds. */
const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
const trustProxy = ['127.0.0.1'];

const named = (spans: readonly Span[], name: string) => {
	const found = spans.find((span) => span.name === name);
	if (found === undefined) throw new Error(`no ${name} in ${spans.map((span) => span.name).join(', ')}`);
	return found;
};
/** @param status of the collector's responses */
async function startTraced(settings: Partial<BffSettings> = {}, status?: number | null) {
	const collector = await startCollector(status);
	return { collector, ...(await startSite({ traces: collector.traces, ...settings })) };
}

describe('traces', () => {
	it('continue the trace of the proxy with spans for the route and its service call, and pass it on to the service', async () => {
		const { service, bff, collector } = await startTraced({ trustProxy });
		const headers = { ...forwarded, traceparent, tracestate: 'vendor=1' };
		const response = await bff.browser().fetch('/api/events/10', { headers });
		await bff.close();

		const request = named(collector.spans(), 'GET /api/events/:id');
		expect(request).toMatchObject({ traceId, parentSpanId: outerSpanId, kind: spanKinds.server });
		expect(request.attributes).toEqual({
			'http.request.method': 'GET',
			'http.route': '/api/events/:id',
			'http.response.status_code': 200,
			'daybill.request_id': response.headers.get('x-request-id'),
		});
		const call = named(collector.spans(), 'GET');
		expect(call).toMatchObject({ traceId, parentSpanId: request.spanId, kind: spanKinds.client });
		expect(call.attributes).toEqual({
			'http.request.method': 'GET',
			'http.response.status_code': 200,
			'server.address': '127.0.0.1',
		});
		expect(service.calls).toHaveLength(1);
		expect(service.calls[0]?.headers).toMatchObject({
			traceparent: `00-${traceId}-${call.spanId}-01`,
			tracestate: 'vendor=1',
		});
		expect(collector.resources()[0]).toMatchObject({ 'service.name': 'daybill' });
	});

	it('start anew for a visitor who sends a traceparent, and leave out health checks and metrics', async () => {
		const { service, bff, collector } = await startTraced({ trustProxy });
		await bff.browser().fetch('/api/events/10', { headers: { traceparent, tracestate: 'vendor=1' } });
		for (const url of ['/healthz', '/readyz', '/metrics']) await bff.browser().get(url);
		await bff.close();
		expect(collector.spans().map(({ name }) => name)).toEqual(['GET', 'GET /api/events/:id']);
		expect(named(collector.spans(), 'GET /api/events/:id').traceId).not.toBe(traceId);
		expect(service.calls[0]?.headers.traceparent).not.toContain(traceId);
		expect(service.calls[0]?.headers.tracestate).toBeUndefined();
	});

	it('contain no URLs, tokens, secrets, cookies, names or queries of users in a whole session', async () => {
		const [collector, redis] = [await startCollector(), await startRedis()];
		const { bff, tokens, nonces, secrets, userId, eventId } = await haveSession(
			{ traces: collector.traces, redisUrl: redis.url },
			async ({ bff: { browser }, calendarPath }) => {
				await browser().get(`${calendarPath}/nothing-here?q=needle-in-a-query`);
				await browser().get('/search/cities/beijing?q=needle-in-a-query');
			},
		);
		await bff.close();

		const spans = collector.spans();
		expect(named(spans, 'GET /feeds/mine/:file').attributes['http.route']).toBe('/feeds/mine/:file');
		expect(named(spans, 'POST').kind).toBe(spanKinds.client);
		const everything = Buffer.concat(collector.bodies).toString();
		expect(tokens.length).toBeGreaterThanOrEqual(4);
		const needles = [
			...tokens,
			...nonces,
			...Object.values(secrets),
			...[eventId, userId].flatMap((id) => [`"${id}"`, `/${id}`]),
			...['needle-in-a-query', 'nothing-here', 'user-agent', 'cookie"', 'authorization"'],
		];
		for (const needle of needles) {
			expect(needle.length).toBeGreaterThan(1);
			expect([needle, everything.includes(needle)]).toEqual([needle, false]);
		}
		// Before you add an attribute here, make sure that it contains no personal data.
		expect(new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))).toEqual(
			new Set([
				'http.request.method',
				'http.route',
				'http.response.status_code',
				'daybill.request_id',
				'server.address',
				'error.type',
			]),
		);
	});

	it('follow the sampling decision of the proxy, or the configured share if they start here', async () => {
		const collector = await startCollector();
		const traces = { ...collector.traces, share: 0 };
		const { service, bff, browser } = await startSite({ traces, trustProxy });
		await browser.get('/robots.txt');
		const unsampled = traceparent.replace(/01$/, '00');
		await browser.fetch('/api/events/10', { headers: { ...forwarded, traceparent: unsampled } });
		await browser.fetch('/embed/cities/beijing', { headers: { ...forwarded, traceparent } });
		await bff.close();
		const spans = collector.spans();
		expect(named(spans, 'GET /embed/cities/:uid').traceId).toBe(traceId);
		expect(spans.map(({ name }) => name)).not.toContain('GET /robots.txt');
		expect(spans.map(({ name }) => name)).not.toContain('GET /api/events/:id');
		// The sampling decision is passed on to the service.
		const last = service.calls.find(({ url }) => url.startsWith('/v2/event/10'));
		expect(last?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-\\w{16}-00$`));
	});

	it.each([
		['a collector that rejects them, which is logged once,', 400, 1],
		['one that never responds', null, 0],
	])('%s delays neither requests nor shutdown', async (_what, status, lines) => {
		vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '600000');
		onTestFinished(() => void vi.unstubAllEnvs());
		const { bff, collector } = await startTraced({}, status);
		expect((await bff.browser().get('/api/events/10')).status).toBe(200);
		await bff.close();
		expect(collector.bodies.length).toBeGreaterThan(0);
		expect(bff.log.filter((line) => line.includes('could not send traces'))).toHaveLength(lines);
	});
});
