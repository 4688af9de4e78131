/**
 * `npm run attack`: attacks that involve several parts of a real BFF and sandbox, then generated requests
 * (ATTACK_REQUESTS, 100 in `npm test`) without 5xx, hang or leak. Attacks on one part are in its own tests.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import { fakeEvent, listOf, sendJson } from '../bff/fake-service.ts';
import { rawRequest } from '../bff/raw-request.ts';
import { publicUrl, startTestBff } from '../bff/start-bff.ts';
import { startSignedIn, startSite } from '../bff/start-site.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';

const inAnyField = (payload: string) => ({
	...fakeEvent,
	title: payload,
	content: payload,
	address: payload,
	loc_name: payload,
	category: payload,
	owner: { ...fakeEvent.owner, name: payload, id: payload },
	image: `https://img.example/${payload}`,
	alt: `javascript:alert(1)//${payload}`,
	geo: payload,
});

const payloads = [
	'<script>alert(1)</script>',
	'</script><script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	'<!--<script>alert(1)</script>-->',
	'\u2028</script>\u2029<svg onload=alert(1)>',
];

it('scripts in data from a service stay text in pages, JSON-LD, embed, feeds and calendars, in any field', async () => {
	const { service, browser } = await startSite();
	const timed = payloads.map((payload, index) => ({ ...inAnyField(payload), id: `1${index}` }));
	const untimed = payloads.map((payload, index) => ({
		...inAnyField(payload),
		id: `2${index}`,
		begin_time: payload,
	}));
	const events = [...timed, ...untimed];
	service.handler = ({ url }, response) => {
		const event = events.find(({ id }) => url === `/v2/event/${id}`);
		if (event !== undefined) return sendJson(response, 200, event);
		return url.startsWith('/v2/event/list') ? sendJson(response, 200, listOf(...events)) : undefined;
	};
	for (const path of [
		...events.map(({ id }) => `/events/${id}`),
		'/cities/beijing',
		'/cities/beijing?day_type=today',
		'/embed/cities/beijing?count=20',
		'/feeds/cities/beijing.atom',
	]) {
		const body = await browser.text(path);
		expect(body).not.toMatch(/<script>alert|<img src=x|<svg onload|javascript:alert\(1\)\/\/["'\s>]*href/);
		for (const [, inside = ''] of body.matchAll(
			/<script type="application\/[^"]*"[^>]*>([\s\S]*?)<\/script>/g,
		))
			expect(() => JSON.parse(inside)).not.toThrow();
	}
	for (const { id } of timed) {
		const ics = await browser.text(`/events/${id}.ics`);
		expect(ics.split('\r\n').filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1);
	}
});

it('headers of one visitor never change a page for others', async () => {
	const { bff, browser } = await startSignedIn();
	const hash = async (headers: Record<string, string>) => {
		// Without a forwarding header, the page also contains the service's URLs, as for a local developer.
		const sent = { 'X-Forwarded-For': '203.0.113.9', ...headers };
		const { body } = await rawRequest(bff.port, '/cities/beijing', sent);
		return createHash('sha256').update(body).digest('hex');
	};
	const plain = await hash({});
	for (const headers of [
		{ Host: 'localhost:9' },
		{ 'X-Forwarded-Host': 'evil.example' },
		{ 'X-Forwarded-Proto': 'https' },
		{ Cookie: `daybill=${browser.cookies.get('daybill')}` },
	])
		expect(await hash(headers)).toBe(plain);
	expect((await rawRequest(bff.port, '/cities/beijing', { Host: 'evil.example' })).status).toBe(421);
	expect(await hash({})).toBe(plain);
});

it('JSON and queries cannot pollute prototypes', async () => {
	const { browser } = await startSite();
	const headers = { 'Content-Type': 'application/json' };
	for (const body of [
		'{"__proto__":{"isAdmin":true},"state":"0123456789abcdef"}',
		'{"constructor":{"prototype":{"isAdmin":true}}}',
		'null',
		'{"state":{"$gt":""}}',
		'{"state":["0123456789abcdef"]}',
		'{',
	]) {
		const response = await browser.fetch('/auth/login', { method: 'POST', body, headers });
		expect([body, response.status]).toEqual([body, 400]);
	}
	for (const query of ['__proto__[isAdmin]=1', 'constructor.prototype.isAdmin=1', 'day_type=__proto__']) {
		const page = await browser.get(`/cities/beijing?${query}`);
		const feed = await browser.get(`/feeds/cities/beijing.json?${query}`);
		expect([query, page.status, feed.status]).toEqual([query, 200, 400]);
	}
	expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

it('compressed requests are not decompressed', async () => {
	const { bff } = await startSite();
	const json = JSON.stringify({ state: '0123456789abcdef' });
	const send = (body: Buffer, encoding: string) =>
		fetch(`${bff.origin}/auth/login`, {
			method: 'POST',
			body: new Uint8Array(body),
			headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding, [csrfHeader]: '1' },
		});
	expect((await send(Buffer.from(json), 'identity')).status).toBe(204);
	for (const [encoding, body] of [
		['br', brotliCompressSync(json)],
		['gzip', gzipSync(json)],
	] as const)
		expect([encoding, (await send(body, encoding)).status]).toEqual([encoding, 400]);
});

describe('generated requests', () => {
	const runs = Number(process.env.ATTACK_REQUESTS ?? 100);
	const anyOf = (names: string) => fc.constantFrom(...names.split(' '));
	const piece = fc.oneof(
		anyOf(
			'api v2 event list loc events cities auth token login feeds embed search images 96 10 beijing.ics beijing .. %2e%2e %00 %ff sandbox consents service auth2 _sandbox state',
		),
		fc.string({ maxLength: 12 }).map((each) => encodeURIComponent(each.toWellFormed())),
	);
	const generated = fc.record({
		method: anyOf('GET GET GET POST DELETE PUT PATCH HEAD'),
		path: fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`),
		query: fc.array(
			fc.tuple(
				anyOf('q src loc day_type type start count state code __proto__'),
				fc.string({ maxLength: 20 }),
			),
			{ maxLength: 3 },
		),
		body: fc.option(fc.oneof(fc.json(), fc.string({ maxLength: 60 })), { nil: undefined }),
		headers: fc.dictionary(
			anyOf(
				'cookie x-csrf origin sec-fetch-site authorization accept if-none-match content-type x-daybill-direct',
			),
			fc.constantFrom(
				...['1', 'x', 'daybill=y', 'application/json', 'same-origin'],
				...[publicUrl, 'Bearer z', '*', 'session'],
			),
			{ maxKeys: 5 },
		),
	});
	const samples = fc.sample(generated, { numRuns: runs, seed: 20_261_121 });

	it(`${runs} at the BFF and ${runs} at the sandbox: no 5xx, no hang, no leak`, async () => {
		const sandbox = await startTestSandbox();
		const bff = await startTestBff(sandbox.origin, { logLevel: 'silent' });
		const failures: string[] = [];
		const send = async (origin: string, { method, path, query, body, headers }: (typeof samples)[number]) => {
			const target = `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]))}`;
			const hasBody = body !== undefined && !['GET', 'HEAD'].includes(method);
			const response = await fetch(`${origin}${target}`, {
				method,
				headers,
				redirect: 'manual',
				signal: AbortSignal.timeout(20_000),
				...(hasBody ? { body } : {}),
			});
			await response.arrayBuffer();
			if (response.status >= 500 && response.status !== 502)
				failures.push(`${response.status} ${method} ${target}`);
		};
		const run = async (list: typeof samples) => {
			for (let from = 0; from < list.length; from += 25)
				await Promise.all(
					list.slice(from, from + 25).flatMap((each) => [send(bff.origin, each), send(sandbox.origin, each)]),
				);
		};
		await run(samples.slice(0, Math.ceil(runs / 4)));
		const resources = process.getActiveResourcesInfo().length;
		await run(samples.slice(Math.ceil(runs / 4)));
		expect(failures).toEqual([]);
		expect(process.getActiveResourcesInfo().length).toBeLessThan(resources + 200);
	}, 3_600_000);
});
