/**
 * Failures that take effect at once, while every cached value is stale: the process
 * survives, shows what it has read, and reports a problem for the rest.
 */
import { expect, it, vi } from 'vitest';
import { createImageSignatures } from '../../src/bff/image-urls/sign-images.ts';
import { imageUrl } from '../../src/contract/bff-api/images.ts';
import { rateLimitHeaders } from '../../src/contract/spec/levels.ts';
import { outcomeOf } from './browser.ts';
import { sessionKeys } from './browsers-at.ts';
import { eventOn, type FakeService, listOf, respondTo, sendJson, startFakeService } from './fake-service.ts';
import { plainPng } from './images/colors.ts';
import { startRedisProxy } from './redis-proxy.ts';
import { openAdmin, startRedis } from './redis-server.ts';
import { startTestBff } from './start-bff.ts';

/** In minutes. Values are stale after ten, and unusable after a day. */
const dayAndMore = 25 * 60;

/** A service that has every event. */
const servingAll =
	(poster: Buffer): FakeService['handler'] =>
	(call, response) => {
		if (call.url === '/poster.png') return Boolean(response.end(poster));
		const [, id] = /^\/v2\/event\/(\w+)/.exec(call.url) ?? [];
		const event = eventOn('2036-11-21', { id: id === 'list' ? '10' : id });
		return id !== undefined && sendJson(response, 200, { ...event, ...listOf(event), users: [event.owner] });
	};

/** A BFF in front of a service, and perhaps on Redis, each through a proxy that can go away. */
async function startSite(isOnRedis: boolean) {
	const service = await startFakeService();
	const works = servingAll(await plainPng('#c00000', 300, 400));
	service.handler = works;
	const way = await startRedisProxy(Number(new URL(service.origin).port));
	const redis = isOnRedis ? await startRedis() : undefined;
	const wayToRedis = redis && (await startRedisProxy(redis.port));
	const origin = way.url.replace('redis:', 'http:');
	const settings = {
		sessionKeys,
		visitorCalls: 100,
		trustProxy: ['127.0.0.1'],
		redisUrl: wayToRedis?.url ?? null,
	};
	const now = Date.now;
	let aheadMs = 0;
	vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
	const browser = (await startTestBff(origin, { ...settings, logLevel: 'silent' })).browser();
	const site = {
		service,
		redis,
		way,
		wayToRedis,
		image: imageUrl(createImageSignatures(sessionKeys).sign(`${origin}/poster.png`), 96),
		/** The address of all requests. */
		visitor: '',
		get: (path: string) => browser.fetch(path, { headers: { 'X-Forwarded-For': site.visitor } }),
		statusOf: async (path: string) => (await site.get(path)).status,
		pass(minutes: number) {
			aheadMs += minutes * 60_000;
		},
		async recover() {
			service.handler = works;
			for (const proxy of [way, wayToRedis]) await proxy?.comeBack();
			await expect.poll(() => site.statusOf('/readyz'), { timeout: 40_000 }).toBe(200);
		},
	};
	return site;
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** Paths that were read before a failure begins, and a text in each response. */
const knownTexts = (site: Site): Readonly<Record<string, string>> => ({
	'/api/events/10': 'An evening',
	'/api/cities/108288/events?day_type=future&count=100': '"id":"10"',
	'/api/events/10/participants?start=0&count=30': 'Owner',
	'/api/cities': 'beijing',
	'/cities/beijing?day_type=future': 'An evening',
	'/cities/beijing': 'An evening',
	'/events/10': 'An evening',
	'/events/10.ics': 'An evening',
	'/feeds/cities/beijing.json': 'An evening',
	'/search/cities/beijing?q=evening': 'An evening',
	[site.image]: 'WEBP',
});
/** Paths that nobody has requested, so nothing is cached. */
const newPaths = (at: number) => [
	`/api/events/new${at}`,
	`/api/cities/2/events?day_type=future&start=${at}`,
	`/api/events/new${at}/participants`,
	`/events/also${at}.ics`,
];

interface Failure {
	begin: (site: Site, at: number) => unknown;
	/** The response for paths that are not cached; 200 if the failure doesn't affect them. */
	response: readonly [status: number, reason?: string];
}
const unreachable: Failure['response'] = [502, 'service_unreachable'];

const failuresOfService: Record<string, Failure> = {
	'the last calls are reserved': {
		async begin(site, at) {
			const headers = { [rateLimitHeaders.ipLimit]: '5000', [rateLimitHeaders.ipRemaining]: '400' };
			site.service.handler = (_call, response) => sendJson(response, 200, { id: `low${at}` }, headers);
			await site.get(`/api/events/low${at}`);
		},
		response: [503, 'calls_reserved'],
	},
	'the visitor has used up their calls': {
		async begin(site, at) {
			for (let count = 0; count < 100; count++) await site.get(`/api/events/spent${at}of${count}`);
		},
		response: [429, 'too_many_requests'],
	},
	'the service cannot be reached': { begin: ({ way }) => way.goAway(), response: unreachable },
	'the service sends malformed JSON': {
		begin({ service }) {
			service.handler = respondTo('/v2/', (response) => response.writeHead(200).end('{"id": 1, '));
		},
		response: [502, 'service_invalid_response'],
	},
};

const failuresOfRedis: Record<string, Failure> = {
	'Redis is gone': { begin: ({ wayToRedis }) => wayToRedis?.goAway(), response: [200] },
	'Redis and the service are gone': {
		begin: ({ way, wayToRedis }) => [way, wayToRedis].map((each) => each?.goAway()),
		response: unreachable,
	},
	'Redis was restarted without its data and the service is gone': {
		async begin(site) {
			site.wayToRedis?.goAway();
			if (site.redis !== undefined) await (await openAdmin(site.redis.url)).flushAll();
			await site.recover();
			site.way.goAway();
		},
		response: unreachable,
	},
};

/** @returns status and path of known documents that are not shown */
async function missingIn(site: Site): Promise<string[]> {
	const missing = Object.entries(knownTexts(site)).map(async ([path, text]) => {
		const response = await site.get(path);
		return (await response.text()).includes(text) ? [] : `${response.status} ${path}`;
	});
	return (await Promise.all(missing)).flat();
}

it.each([
	['alone', false, failuresOfService],
	['on Redis', true, failuresOfRedis],
])(
	'a process %s outlives every failure, shows what it has read, and reports a problem for the rest',
	{ timeout: 120_000 },
	async (_, isOnRedis, all) => {
		const site = await startSite(isOnRedis);
		let at = 0;
		for (const [what, { begin, response }] of Object.entries(all)) {
			site.pass(dayAndMore);
			site.visitor = `198.51.100.${at}`;
			expect([what, await missingIn(site)]).toEqual([what, []]);
			at += 1;
			site.visitor = `203.0.113.${at}`;
			site.pass(120);
			await begin(site, at);
			const paths = newPaths(at);
			const [missing, ...outcomes] = await Promise.all([
				missingIn(site),
				...paths.map(async (path) => {
					const answer = await site.get(path);
					return answer.ok ? [200] : outcomeOf(answer);
				}),
			]);
			expect([what, missing]).toEqual([what, []]);
			expect([what, outcomes]).toEqual([what, paths.map(() => response)]);
			await site.recover();
		}
	},
);
