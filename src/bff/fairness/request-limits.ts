/** Limits requests, so that no single browser or IP address can keep the server busy. */
import type { IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bffPatterns, serverPatterns } from '../../contract/paths.ts';
import { waitForBody } from '../../servers/body-wait.ts';
import { pauseMs } from '../../servers/bounded-server.ts';
import { networkOf, visitorOf } from '../../servers/visitor.ts';
import { shortHash } from '../hash.ts';
import { overloaded } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import { createBulkheads } from './bulkheads.ts';
import { maxWaitingRequests, perMinute, requestsAtOnce, visitorsPerNetwork } from './limits.ts';
import { type RateLimiters, sharesOf } from './rate-limiter.ts';
import { isUnasked } from './visitor.ts';

/** Counts a request. @throws ProblemError too_many_requests, with `Retry-After` */
type RequestLimit = (request: FastifyRequest) => Promise<void>;

type Kind = keyof typeof requestsAtOnce;

/** Routes that load balancers and the operator's tools request every few seconds. */
export const probes: ReadonlySet<string | undefined> = new Set([
	serverPatterns.health,
	serverPatterns.readiness,
	serverPatterns.metrics,
]);

function kindOf(request: FastifyRequest): Kind {
	const { url, config } = request.routeOptions;
	if (probes.has(url)) return 'probes';
	if (config.isFile) return 'files';
	if (isUnasked(request)) return 'foreign';
	return url === serverPatterns.image ? 'images' : 'pages';
}

const pause = () => wait(pauseMs, undefined, { ref: false });

function createEntrance(kind: Kind) {
	const limits = { ...requestsAtOnce[kind], waiting: maxWaitingRequests };
	const runFor = createBulkheads(limits);
	const runForNetwork = createBulkheads({ ...limits, running: visitorsPerNetwork * limits.running });
	/**
	 * Waits until the visitor and the network have few enough running requests.
	 * @throws ProblemError overloaded
	 */
	return ({ ip }: FastifyRequest, { raw }: FastifyReply): Promise<void> =>
		new Promise((begin, reject) => {
			const untilEnded = async () => {
				if (raw.destroyed) throw new Error('the client disconnected');
				const closed = new Promise((resolve) => raw.once('close', resolve));
				begin();
				await closed;
				if (kind === 'probes' || raw.statusCode === 429) await pause();
				// Frees the place in the next turn of the event loop; a pipelined request of the packet would run in this one.
				await setImmediate();
			};
			const visitor = visitorOf(ip);
			const network = networkOf(visitor);
			const run = () => (network === undefined ? untilEnded() : runForNetwork(network, untilEnded));
			runFor(visitor, run).catch(async () => {
				if (!raw.destroyed) await pause();
				reject(overloaded());
			});
		});
}

/** Limits how many requests of a visitor run at a time. Rejected requests count, because rejecting takes time, too. */
export function addRequestQueues(app: FastifyInstance, { visitorLimits }: BffSettings): void {
	if (visitorLimits === null) return;
	const kinds = Object.keys(requestsAtOnce) as Kind[];
	const entrances = Object.fromEntries(kinds.map((kind) => [kind, createEntrance(kind)])) as Record<
		Kind,
		ReturnType<typeof createEntrance>
	>;
	app.addHook('onRequest', async (request, reply) => {
		await waitForBody(request, overloaded);
		await entrances[kindOf(request)](request, reply);
	});
	// Otherwise, Fastify would wait for the body of a client that has disconnected, and the request would keep its place.
	app.addHook('preParsing', (_request, _reply, body, done) =>
		done((body as IncomingMessage).destroyed ? overloaded() : null, body),
	);
}

/** Limits requests per minute by session and by IP address. */
export function addRequestLimits(
	app: FastifyInstance,
	{ visitorLimits }: BffSettings,
	sessionOf: (request: FastifyRequest) => string | undefined,
	limiters: RateLimiters,
): void {
	if (visitorLimits === null) return;
	const { perAddress, perSession } = visitorLimits;
	const limiter = (points: number, name: string) =>
		limiters({ points, seconds: 60, name: `requests:${name}` });
	const limit = (times: number, name: string): RequestLimit => {
		const { spend } = limiter(Math.ceil(times * perAddress), name);
		return ({ ip }) => spend(sharesOf(visitorOf(ip)));
	};
	const sessions = limiter(perSession, 'session');
	const bySession: RequestLimit = async (request) => {
		const session = sessionOf(request);
		if (session !== undefined) await sessions.spend([{ key: shortHash(session), times: 1 }]);
	};
	const signIns = limit(perMinute.signIns, 'sign-in');
	const counters: Record<Kind, readonly RequestLimit[]> = {
		probes: [],
		// Not counted: a page needs so many files that a signed-in person would reach the limit after 34 pages.
		files: [],
		foreign: [limit(perMinute.foreign, 'foreign')],
		images: [limit(perMinute.images, 'images')],
		// Counted by address first: otherwise made-up session cookies would create any number of counts.
		pages: [limit(1, 'address'), bySession],
	};
	app.addHook('onRequest', async (request) => {
		for (const count of counters[kindOf(request)]) await count(request);
		if (request.routeOptions.url === bffPatterns.login) await signIns(request);
	});
}
