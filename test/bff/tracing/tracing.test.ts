import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRecordingProxy } from '../../recording-proxy.ts';
import { demo, startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { startFakeService } from '../fake-service.ts';
import { startRedis } from '../redis-server.ts';
import { authorize } from '../sandbox-sign-in.ts';
import { newState } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';
import { type Span, spanKinds, startCollector } from './collector.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const outerSpanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${outerSpanId}-01`;
/** What the tests' proxy on this machine adds. */
const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
const trustProxy = ['127.0.0.1'];

const named = (spans: readonly Span[], name: string) => {
	const found = spans.find((span) => span.name === name);
	if (found === undefined) throw new Error(`no ${name} in ${spans.map((span) => span.name).join(', ')}`);
	return found;
};

describe('traces', () => {
	it('continue that of the proxy: the request by its pattern, with its calls, and the service gets it', async () => {
		const [service, collector] = [await startFakeService(), await startCollector()];
		const bff = await startTestBff(service.origin, { traces: collector.traces, trustProxy });
		const headers = { ...forwarded, traceparent, tracestate: 'vendor=1' };
		const response = await bff.browser().fetch('/api/events/10', { headers });
		await bff.close();

		const request = named(collector.spans(), 'GET /api/events/:id');
		expect(request).toMatchObject({ traceId, parentSpanId: outerSpanId });
		expect(request.attributes).toEqual({
			'http.request.method': 'GET',
			'http.route': '/api/events/:id',
			'http.response.status_code': 200,
			'daybill.request_id': response.headers.get('x-request-id'),
		});
		const call = collector.spans().find(({ kind }) => kind === spanKinds.client);
		expect(call).toMatchObject({ traceId, parentSpanId: request.spanId });
		expect(service.calls).toHaveLength(1);
		expect(service.calls[0]?.headers).toMatchObject({
			traceparent: `00-${traceId}-${call?.spanId}-01`,
			tracestate: 'vendor=1',
		});
		expect(collector.resources()[0]).toMatchObject({ 'service.name': 'daybill' });
	});

	it('begin here for a visitor who sends a traceparent', async () => {
		const [service, collector] = [await startFakeService(), await startCollector()];
		const bff = await startTestBff(service.origin, { traces: collector.traces });
		await bff.browser().fetch('/api/events/10', { headers: { traceparent, tracestate: 'vendor=1' } });
		await bff.close();
		expect(named(collector.spans(), 'GET /api/events/:id').traceId).not.toBe(traceId);
		expect(service.calls[0]?.headers.traceparent).not.toContain(traceId);
		expect(service.calls[0]?.headers.tracestate).toBeUndefined();
	});

	it('have no URL, token, secret, cookie, name or query of anybody, for a whole session', async () => {
		const sandbox = await startTestSandbox();
		const proxy = await startRecordingProxy(sandbox.origin);
		onTestFinished(proxy.close);
		const collector = await startCollector();
		const redis = await startRedis();
		const bff = await startTestBff(proxy.origin, {
			traces: collector.traces,
			tokenParams: 'query',
			redisUrl: redis.url,
			metricsToken: 'a-token-for-the-metrics',
		});
		const browser = bff.browser();
		const state = newState();
		await browser.post('/auth/login', { state });
		const code = await authorize(sandbox, state);
		await browser.get(`/callback?code=${code}&state=${state}`);
		const nonces = [...browser.cookies.values()];
		await browser.post('/auth/token', { grant_type: 'authorization_code', code, state });
		const session = browser.cookies.get('daybill') ?? '';
		const { service_user_id: userId } = (await browser.session()) as { service_user_id: string };
		const { id } = await sandbox.someEvent();
		await browser.post(`/api/events/${id}/participants`);
		await browser.get(`/api/users/${userId}/participated?status=future`);
		const { url } = (await (await browser.post('/auth/calendar')).json()) as { url: string };
		const { pathname } = new URL(url);
		const calendarSecret = path.basename(pathname, '.ics');
		await browser.get(pathname);
		await browser.get(`${pathname}/nothing-here?q=needle-in-a-query`);
		await browser.get('/search/cities/beijing?q=needle-in-a-query');
		await sandbox.advance(8 * 86_400);
		await browser.post('/auth/token', { grant_type: 'refresh_token' });
		await browser.post('/auth/logout');
		await bff.close();

		const spans = collector.spans();
		expect(named(spans, 'GET /feeds/mine/:file').attributes['http.route']).toBe('/feeds/mine/:file');
		expect(spans.some(({ kind }) => kind === spanKinds.client)).toBe(true);
		const everything = Buffer.concat(collector.bodies).toString();
		expect(proxy.tokens.length).toBeGreaterThanOrEqual(4);
		const needles = [
			...proxy.tokens,
			...nonces,
			...[demo.client_secret, session, calendarSecret, code, state, 'needle-in-a-query', 'nothing-here'],
			...[`"${id}"`, `/${id}`, `"${userId}"`, `/${userId}`, 'user-agent', '"cookie"', 'authorization"'],
		];
		for (const needle of needles) {
			expect(needle.length).toBeGreaterThan(1);
			expect([needle, everything.includes(needle)]).toEqual([needle, false]);
		}
		// Whoever adds an attribute decides here that it has nothing of anybody.
		expect(new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))).toEqual(
			new Set([
				'http.request.method',
				'http.route',
				'http.response.status_code',
				'daybill.request_id',
				'server.address',
				'server.port',
			]),
		);
	});

	it('leave out health checks and metrics', async () => {
		const [service, collector] = [await startFakeService(), await startCollector()];
		const bff = await startTestBff(service.origin, { traces: collector.traces });
		for (const url of ['/healthz', '/readyz', '/metrics', '/robots.txt']) await bff.browser().get(url);
		await bff.close();
		expect(collector.spans().map(({ name }) => name)).toEqual(['GET /robots.txt']);
	});

	it('that cannot be sent are said once in the log, and keep nobody waiting', async () => {
		const [service, collector] = [await startFakeService(), await startCollector(400)];
		const bff = await startTestBff(service.origin, { traces: collector.traces });
		expect((await bff.browser().get('/api/events/10')).status).toBe(200);
		await bff.close();
		expect(collector.bodies.length).toBeGreaterThan(0);
		expect(bff.log.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
	});

	it('do not keep a process that ends from ending while the collector says nothing', async () => {
		vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '600000');
		onTestFinished(() => void vi.unstubAllEnvs());
		const [service, collector] = [await startFakeService(), await startCollector(null)];
		const bff = await startTestBff(service.origin, { traces: collector.traces });
		await bff.browser().get('/robots.txt');
		await bff.close();
		expect(collector.bodies.length).toBeGreaterThan(0);
	});

	it('are off without settings: the service gets no header, even if the proxy sent one', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { trustProxy });
		await bff.browser().fetch('/api/events/10', { headers: { ...forwarded, traceparent } });
		expect(service.calls).toHaveLength(1);
		expect(service.calls[0]?.headers.traceparent).toBeUndefined();
	});
});
