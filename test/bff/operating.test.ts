import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { outcomeOf } from './browser.ts';
import { type FakeCall, fakeEvent, holdCalls, listOf, sendJson } from './fake-service.ts';
import { openSocket, rawRequest } from './raw-request.ts';
import { builtWeb } from './start-bff.ts';
import { startSignedIn, startSite } from './start-site.ts';

const isSlow = ({ url }: FakeCall) => url.includes('slow');

describe('visitor limits', () => {
	const visitorLimits = { perAddress: 30, perSession: 10 };
	const unlimited = { visitorLimits: { perAddress: 1_000, perSession: 1_000 }, trustProxy: ['127.0.0.1'] };

	it('do not count the files of the app, which every page load requests', async () => {
		const { browser } = await startSignedIn({ visitorLimits });
		for (let load = 0; load < 20; load++)
			for (const file of ['/icon.svg', '/assets/app-abc123.js'])
				expect((await browser.get(file)).status).toBe(200);
		expect((await browser.get('/auth/session')).status).toBe(200);
	});

	it('reject requests of a greedy session (429, Retry-After) without affecting others', async () => {
		const { bff } = await startSite({ visitorLimits });
		const [greedy, other] = [await bff.member(), bff.browser()];
		const responses = [];
		for (let call = 0; call < 12; call++) responses.push(await greedy.get('/auth/session'));
		const limited = responses.at(-1);
		expect(limited?.status).toBe(429);
		expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(await limited?.json()).toMatchObject({ reason: 'too_many_requests', status: 429 });
		expect((await other.get('/auth/session')).status).toBe(200);
	});

	it('apply to an IP address no matter how many sessions it makes up, but not to health checks', async () => {
		const { browser } = await startSite({ visitorLimits });
		const statuses = [];
		for (let call = 0; call < 32; call++) {
			browser.cookies.set('daybill', `made-up-${call}`);
			statuses.push((await browser.get('/auth/session')).status);
		}
		expect(statuses.slice(0, 30)).not.toContain(429);
		expect(statuses.slice(30)).toEqual([429, 429]);
		expect((await browser.get('/healthz')).status).toBe(200);
	});

	it('apply to an IP address whatever X-Forwarded-For it sends, unless TRUST_PROXY names it', async () => {
		const statusesAt = async (trustProxy: string[]) => {
			const { bff } = await startSite({ visitorLimits: { perAddress: 5, perSession: 5 }, trustProxy });
			const statuses = new Set<number>();
			for (let call = 0; call < 8; call++)
				statuses.add(await bff.statusFor(`203.0.113.${call}`, '/auth/session'));
			return [...statuses];
		};
		expect(await statusesAt(['192.0.2.1'])).toEqual([200, 429]);
		expect(await statusesAt(['127.0.0.1'])).toEqual([200]);
	});

	it.each([
		['the images of another site', 'cross-site', 'no-cors', 'image'],
		['the images of a subdomain', 'same-site', 'no-cors', 'image'],
		['the downloads that a script of another site opens', 'cross-site', 'navigate', 'document'],
	])('are not used up by %s', async (_what, site, mode, destination) => {
		const { browser } = await startSite({ visitorLimits: { perAddress: 6, perSession: 6 } });
		const image = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': destination };
		for (const path of ['/auth/session', '/cities', '/images/96?src=x', '/nowhere'])
			for (let call = 0; call < 2; call++) await browser.fetch(path, { headers: image });
		expect((await browser.fetch('/cities', { headers: image })).status).toBe(429);
		expect((await browser.get('/auth/session')).status).toBe(200);
	});

	it('allow an IP address only a few sign-ins, because each is a write and may call the service', async () => {
		const { browser } = await startSite({ visitorLimits: { perAddress: 40, perSession: 40 } });
		const begin = async () => (await browser.post('/auth/login', { state: 'a'.repeat(16) })).status;
		expect([await begin(), await begin(), await begin()]).toEqual([204, 204, 429]);
	});

	it('allow an IP address eight requests in progress; further ones wait, even misdirected ones, but other addresses do not', async () => {
		const { bff, service } = await startSite(unlimited);
		service.handler = (_call, response) => sendJson(response, 200, fakeEvent);
		const { held, release } = holdCalls(service, isSlow);
		let answered = 0;
		const burst = Array.from({ length: 20 }, async (_, index) => {
			const path = `/api/events/${index < 8 ? 'slow' : 'quick'}${index}`;
			return bff.statusFor('203.0.113.1', path).finally(() => (answered += 1));
		});
		await expect.poll(() => held.length).toBe(8);
		const headers = { Host: 'evil.example', 'X-Forwarded-For': '203.0.113.1' };
		const misdirected = rawRequest(bff.port, '/cities', headers).finally(() => (answered += 1));
		expect(await bff.statusFor('203.0.113.2', '/api/events/10')).toBe(200);
		expect(answered).toBe(0);
		release();
		expect((await misdirected).status).toBe(421);
		expect(new Set(await Promise.all(burst))).toEqual(new Set([200]));
	});

	it('keep the frames of other sites’ pages from occupying the places of the visitor’s own requests', async () => {
		const { bff, service, browser } = await startSite(unlimited);
		const isList = ({ url }: FakeCall) => url.startsWith('/v2/event/list');
		const { release } = holdCalls(service, isList, (response) => sendJson(response, 200, listOf(fakeEvent)));
		const headers = {
			'Sec-Fetch-Site': 'cross-site',
			'Sec-Fetch-Mode': 'navigate',
			'Sec-Fetch-Dest': 'iframe',
		};
		const load = () => browser.fetch('/embed/cities/beijing', { headers });
		const frames = Array.from({ length: 20 }, load);
		const arrived = () => bff.log.filter((line) => line.includes('incoming request')).length;
		await expect.poll(arrived).toBe(20);
		expect((await browser.get('/api/events/10')).status).toBe(200);
		release();
		await Promise.all(frames);
	});

	it.each([
		['rejected requests', '/auth/session', 429],
		['probes', '/readyz', 200],
	])(
		'let %s keep their places for a moment, so that a flood of them is slow',
		async (_what, path, status) => {
			vi.useFakeTimers({ toFake: ['setTimeout'] });
			const { bff, browser } = await startSite({ visitorLimits: { perAddress: 1, perSession: 1 } });
			const flood = async () => (await rawRequest(bff.port, path, {}, 'GET', '127.0.0.2')).status;
			await rawRequest(bff.port, '/auth/session', {}, 'GET', '127.0.0.2');
			let answered = 0;
			const statuses = Array.from({ length: 20 }, () => flood().finally(() => (answered += 1)));
			for (const places of [8, 16, 20]) {
				await expect.poll(() => answered).toBe(places);
				expect((await browser.get('/healthz')).status).toBe(200);
				expect(answered).toBe(places);
				await vi.advanceTimersByTimeAsync(500);
			}
			expect(new Set(await Promise.all(statuses))).toEqual(new Set([status]));
		},
	);

	it('allow an IP address 16 app files in progress; further ones wait, but health checks do not', async () => {
		const webDir = await builtWeb();
		const file = path.join(webDir, 'assets/large-abc123.js');
		await writeFile(file, '');
		// Larger than the socket buffers, so that unread responses stay in progress.
		await truncate(file, 32 * 1024 * 1024);
		const { bff, browser } = await startSite({ visitorLimits, webDir });
		let begun = 0;
		const sockets = Array.from({ length: 24 }, () => {
			const socket = openSocket(bff.port, '127.0.0.2');
			socket.write('GET /assets/large-abc123.js HTTP/1.1\r\nhost: localhost\r\n\r\n');
			socket.once('data', () => {
				socket.pause();
				begun += 1;
			});
			return socket;
		});
		await expect.poll(() => begun).toBe(16);
		expect((await rawRequest(bff.port, '/healthz', {}, 'GET', '127.0.0.2')).status).toBe(200);
		expect((await browser.get('/assets/app-abc123.js')).status).toBe(200);
		expect(begun).toBe(16);
		for (const socket of sockets.slice(0, 8)) socket.destroy();
		await expect.poll(() => begun).toBe(24);
	});
});

it('the addresses of an IPv6 /64 share one limit, and those of a /48 share the limit of four visitors', async () => {
	const visitorLimits = { perAddress: 10, perSession: 10 };
	const { bff } = await startSite({ visitorLimits, trustProxy: ['127.0.0.1'] });
	const statusFrom = (address: string) => bff.statusFor(address, '/auth/session');
	for (let call = 0; call < 10; call++) expect(await statusFrom(`2001:db8:1:2::${call}`)).toBe(200);
	expect(await statusFrom('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
	for (let call = 0; call < 30; call++) expect(await statusFrom(`2001:db8:1:${call}f::1`)).toBe(200);
	expect(await statusFrom('2001:db8:1:ffff::1')).toBe(429);
	expect(await statusFrom('2001:db8:2:1::1')).toBe(200);
});

it('the last service calls of the hour are refused to signed-out visitors, who are asked to sign in, but not to signed-in users', async () => {
	const { service, browser, bff } = await startSignedIn();
	service.handler = (call, response) => {
		const limits = { 'X-Ratelimit-Limit2': '1000', 'X-RateLimit-Remaining2': '50' };
		for (const [name, value] of Object.entries(limits)) response.setHeader(name, value);
		return call.url === '/v2/event/11' && sendJson(response, 200, { ...fakeEvent, id: '11' });
	};
	const stranger = bff.browser();
	expect((await stranger.get('/api/cities')).status).toBe(200);
	expect(await outcomeOf(await stranger.get('/api/events/11'))).toEqual([503, 'calls_reserved']);
	const page = await stranger.fetch('/events/11', { headers: { accept: 'text/html' } });
	expect(page.status).toBe(503);
	expect(await page.text()).toContain('<h1>Sign in to continue.</h1>');

	const list = '/api/cities/108288/events?day_type=week&start=0&count=20';
	for (const path of ['/api/events/11', list, '/search/cities/108288?q=evening'])
		expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
	expect(bff.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

describe('metrics, logs and health checks', () => {
	it('/metrics reports calls by operation and outcome, cache results, refreshes and request durations', async () => {
		const { service, browser } = await startSignedIn();
		await browser.get('/api/cities?start=0&count=100');
		await browser.get('/api/cities?start=0&count=100');
		service.valid.clear();
		await browser.post('/api/events/10/wishers');
		const text = await browser.text('/metrics');
		for (const line of [
			'daybill_service_calls_total{operation="listLocs",outcome="200"} 1',
			'daybill_service_calls_total{operation="wishEvent",outcome="400 106"} 1',
			'daybill_service_calls_total{operation="token refresh_token",outcome="200"} 1',
			'daybill_cache_results_total{operation="listLocs",result="hit"} 1',
			'daybill_refreshes_total{outcome="renewed"} 1',
		])
			expect(text.split('\n')).toContain(line);
		expect(text).toMatch(/daybill_http_request_seconds_bucket\{.*route="\/api\/cities"/);
	});

	it('a closing BFF waits for requests in progress, and then not for clients that keep their connections', async () => {
		const { bff, service, browser } = await startSite();
		const { held, release } = holdCalls(service, isSlow);
		const response = browser.get('/api/events/slow');
		await expect.poll(() => held.length).toBe(1);
		// With fake timers, no client closes an idle connection, and the BFF's patience never ends.
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		const closing = bff.close();
		await expect.poll(() => rawRequest(bff.port, '/healthz').catch(() => 'refused')).toBe('refused');
		release();
		expect((await response).status).toBe(200);
		await closing;
	});

	it('a draining BFF reports that it is not ready but still responds to requests', async () => {
		const { bff, browser } = await startSite({ drainSeconds: 0.2 });
		expect((await browser.get('/readyz')).status).toBe(200);
		const closing = bff.close();
		expect((await browser.get('/readyz')).status).toBe(503);
		expect((await browser.get('/cities')).status).toBe(200);
		await closing;
		await expect(browser.get('/healthz')).rejects.toThrow();
	});
});
