import { describe, expect, it } from 'vitest';
import { answer, breakOff, type FakeService, reject, respondTo, sendJson } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSite } from '../start-site.ts';

async function start() {
	let now = Date.parse('2026-11-21T12:00:00Z');
	const { service, bff, browser } = await startSite({ logLevel: 'warn', clock: () => now });
	return {
		service,
		browser,
		/** Requests a path once earlier failures may be retried. */
		later: async (path: string) => {
			now += 60_000;
			return browser.get(path);
		},
		ready: () => browser.json<{ service: string }>('/readyz'),
		log: () =>
			bff.log.map((line) => {
				const { level, msg, operation, reason, code, err } = JSON.parse(line);
				return { level, msg, operation, reason, code, cause: err?.cause?.code };
			}),
	};
}

const handlers = {
	'sends another site’s pages': (_call, response) =>
		sendJson(response, 200, '<h1>Hello</h1>', { 'content-type': 'text/html' }),
	'sends other JSON': answer('', { hello: 'world' }),
	'responds with 404': (_call, response) => sendJson(response, 404, {}),
	'rejects everything with 107': reject(107),
	'rejects everything with 112': reject(112),
} satisfies Record<string, FakeService['handler']>;

describe('an outage', () => {
	it('is logged when it begins, with its root cause, and when it ends', async () => {
		const { service, later, log } = await start();
		service.handler = breakOff;
		for (let call = 0; call < 3; call++) expect((await later('/api/cities')).status).toBe(502);
		const about = { level: 40, operation: 'listLocs', reason: 'service_unreachable', code: undefined };
		const begun = { ...about, msg: 'service calls are failing', cause: 'UND_ERR_SOCKET' };
		expect(log()).toEqual([begun]);
		service.handler = () => undefined;
		await expect.poll(async () => (await later('/api/cities')).status, { timeout: 10_000 }).toBe(200);
		const ended = { ...about, msg: 'service calls work again', cause: undefined };
		expect(log()).toEqual([begun, ended]);
	});

	it.each(Object.entries(handlers))('is reported as “unusable” when the service %s', async (_, handler) => {
		const { service, later, ready, log } = await start();
		expect(await ready()).toMatchObject({ service: 'unknown' });
		service.handler = handler;
		await later('/api/cities');
		expect(await ready()).toMatchObject({
			service: 'unusable',
			failing: { listLocs: expect.stringMatching(/^service_(invalid_response|rejected 1\d\d)$/) },
		});
		expect(log()).toMatchObject([{ level: 40, operation: 'listLocs' }]);
		service.handler = () => undefined;
		await later('/api/cities');
		expect(await ready()).toMatchObject({ service: 'ok' });
		expect(log()).toHaveLength(2);
	});

	it('is over for /readyz once another call succeeds, and for the log once the same one does', async () => {
		const { service, later, ready, log } = await start();
		service.handler = respondTo('/v2/event/10', (response) => response.destroy());
		await later('/api/events/10');
		expect(await ready()).toMatchObject({
			service: 'unreachable',
			failing: { getEvent: 'service_unreachable' },
		});
		expect((await later('/api/cities')).status).toBe(200);
		expect(await ready()).toEqual({ store: 'ok', service: 'ok', draining: false });
		expect(log().map(({ msg }) => msg)).toEqual(['service calls are failing']);
	});

	it('can be a client secret that the token endpoint rejects', async () => {
		const { service, browser, ready, log } = await start();
		service.handler = reject(116);
		await signInWithCode(browser).catch(() => undefined);
		expect(await ready()).toMatchObject({
			service: 'unusable',
			failing: { 'token authorization_code': 'service_rejected 116' },
		});
		expect(log()[0]).toMatchObject({ operation: 'token authorization_code', code: 116 });
	});

	it('does not begin when an event does not exist or is not public, or at a page after the last city', async () => {
		const { service, later, ready, log } = await start();
		for (const code of [107, 108, 102]) {
			service.handler = reject(code, '/v2/event/9');
			await later('/api/events/9');
		}
		service.handler = reject(107, '/v2/loc/list?start=99999');
		for (const start of [0, 99_999]) await later(`/api/cities?start=${start}&count=20`);
		expect([(await ready()).service, log()]).toEqual(['ok', []]);
	});
});
