/** Limits requests, so that no single browser or IP address can keep the server busy. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bffPatterns, serverPatterns } from '../../contract/paths.ts';
import { networkOf, visitorOf, visitorsPerNetwork } from '../../servers/visitor.ts';
import { createBulkheads } from '../fairness/bulkheads.ts';
import type { RateLimiters } from '../fairness/rate-limiter.ts';
import { shortHash } from '../hash.ts';
import { overloaded, tooManyRequests } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import { isForeignElement } from './same-site.ts';

/** The image limit as a multiple of the request limit: a page shows twenty images or more. */
const imagesPerRequest = 3;

/** The request limit as a multiple of the sign-in limit: signing in writes to disk and may cost a call. */
const requestsPerSignIn = 20;

/** Concurrent requests per address, until their response is sent or their work has ended; more wait. */
const atOnce = {
	pages: { running: 8, waiting: 256, patienceMs: 10_000 },
	/** A browser opens six connections, people share addresses, and a page breaks if one file is missing. */
	files: { running: 16, waiting: 512, patienceMs: 60_000 },
	/** The image pool loads four per visitor at a time. */
	images: { running: 16, waiting: 512, patienceMs: 15_000 },
	/** Of other sites' pages: frames and images could otherwise hold the places of the visitor's own requests. */
	foreign: { running: 4, waiting: 64, patienceMs: 10_000 },
	/** Behind an untrusted proxy, probes share their address with visitors. */
	probes: { running: 8, waiting: 256, patienceMs: 10_000 },
};

/** For work that outlives its connection, if no hook reports its end. */
const maxAbandonedMs = 60_000;

/** The request limit as a multiple of that for elements on other sites' pages: only embeds need it. */
const requestsPerForeign = 4;

/** Routes without a limit per minute. */
const unlimited: ReadonlySet<string | undefined> = new Set([
	serverPatterns.health,
	serverPatterns.readiness,
	serverPatterns.metrics,
]);

/** Counts a request. @throws ProblemError too_many_requests, with `Retry-After` */
type RequestLimit = (request: FastifyRequest) => Promise<void>;

function createLimit(
	limiters: RateLimiters,
	points: number,
	name: string,
	keyOf: (request: FastifyRequest) => string | undefined,
): RequestLimit {
	const limiter = limiters({ points, seconds: 60, name: `requests:${name}` });
	return async (request) => {
		const key = keyOf(request);
		if (key === undefined) return;
		const { consumedPoints, msBeforeNext } = await limiter.count(key);
		if (consumedPoints > points) throw tooManyRequests(msBeforeNext);
	};
}

/** Limits requests per minute by IP address (IPv6: /64). An IPv6 /48 gets a small multiple of that. */
export type AddressLimits = (max: number, name: string) => RequestLimit;

export const createAddressLimits =
	(limiters: RateLimiters): AddressLimits =>
	(max, name) => {
		const byAddress = createLimit(limiters, max, name, ({ ip }) => visitorOf(ip));
		const byNetwork = createLimit(limiters, visitorsPerNetwork * max, `${name} network`, ({ ip }) =>
			networkOf(visitorOf(ip)),
		);
		return async (request) => {
			await byAddress(request);
			await byNetwork(request);
		};
	};

/** Returns a function that queues a request until its address has few enough in progress. */
function createGate(
	limits: (typeof atOnce)[keyof typeof atOnce],
	untilWorkEnds: (request: FastifyRequest) => Promise<void>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
	const runFor = createBulkheads(limits);
	return (request, { raw }) =>
		new Promise((enter, reject) => {
			const untilEnded = async () => {
				if (raw.destroyed) throw new Error('the client disconnected');
				const ended = untilWorkEnds(request);
				const closed = new Promise((resolve) => raw.once('close', resolve));
				enter();
				await closed;
				// The work continues after its client has disconnected.
				if (!raw.writableEnded) await Promise.race([ended, wait(maxAbandonedMs, undefined, { ref: false })]);
			};
			const patience = () => AbortSignal.timeout(limits.patienceMs);
			runFor(visitorOf(request.ip), patience, untilEnded).catch(() => reject(overloaded()));
		});
}

/**
 * Limits requests by session and by IP address, and how many an address has in progress. Images and sign-ins
 * have their own limits.
 */
export function addVisitorLimits(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	sessionOf: (request: FastifyRequest) => string | undefined,
	limitAddresses: AddressLimits,
	limiters: RateLimiters,
): void {
	if (visitorLimits === null) return;
	const { perAddress, perSession } = visitorLimits;
	const byAddress = limitAddresses(perAddress, 'address');
	const bySession = createLimit(limiters, perSession, 'session', (request) => {
		const session = sessionOf(request);
		return session && shortHash(session);
	});
	const images = limitAddresses(imagesPerRequest * perAddress, 'images');
	const signIns = limitAddresses(Math.ceil(perAddress / requestsPerSignIn), 'sign-in');
	const foreign = limitAddresses(Math.ceil(perAddress / requestsPerForeign), 'foreign');
	const ends = new WeakMap<FastifyRequest, () => void>();
	app.addHook('onSend', (request, _reply, _payload, done) => {
		ends.get(request)?.();
		done();
	});
	const untilWorkEnds = (request: FastifyRequest) =>
		new Promise<void>((resolve) => ends.set(request, resolve));
	const enter = {
		pages: createGate(atOnce.pages, untilWorkEnds),
		files: createGate(atOnce.files, untilWorkEnds),
		images: createGate(atOnce.images, untilWorkEnds),
		foreign: createGate(atOnce.foreign, untilWorkEnds),
		probes: createGate(atOnce.probes, untilWorkEnds),
	};
	// The gate comes first, because rejecting a request takes time, too.
	app.addHook('onRequest', async (request, reply) => {
		const { url: route, config } = request.routeOptions;
		if (unlimited.has(route)) return enter.probes(request, reply);
		// A page load requests several: counted, 34 loads of a signed-in person would be too many for a minute.
		if (config.isFile) return enter.files(request, reply);
		if (isForeignElement(request)) {
			await enter.foreign(request, reply);
			return foreign(request);
		}
		if (route === serverPatterns.image) {
			await enter.images(request, reply);
			return images(request);
		}
		await enter.pages(request, reply);
		// By address first: otherwise made-up sessions would create counters without limit.
		await byAddress(request);
		await bySession(request);
		if (route === bffPatterns.login) await signIns(request);
	});
}
