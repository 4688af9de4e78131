/** Limits for visitors: one browser, or one IP address, must not use up the budget of everyone (design §5). */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bffPatterns } from '../../contract/paths.ts';
import { visitorOf } from '../../servers/visitor.ts';
import type { BffSettings } from '../settings.ts';
import { ProblemError } from './problem.ts';

/** Pictures that an IP address may get, for each request that it may make: a page shows twenty and more of them. */
const picturesPerRequest = 3;

/** Sessions and IP addresses that are counted at once; those that were not seen for longest are forgotten. */
const maxCounted = 50_000;

/** Routes that cost the service nothing. */
const unlimited: ReadonlySet<string | undefined> = new Set([
	bffPatterns.health,
	bffPatterns.readiness,
	bffPatterns.metrics,
]);

/**
 * Counts requests by session and by IP address (IPv6: by /64) in windows of a minute, in this process. A request over the limit gets
 * 429 with `Retry-After`, as a problem. Pictures have a limit of their own.
 *
 * @param sessionKey names the session of a request without revealing its id; undefined when there is none
 */
export async function addVisitorLimits(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	sessionKey: (request: FastifyRequest) => string | undefined,
): Promise<void> {
	if (visitorLimits === null) return;
	await app.register(rateLimit, { global: false, cache: maxCounted });
	const timeWindow = 60_000;
	const byAddress = app.createRateLimit({
		max: visitorLimits.perAddress,
		timeWindow,
		keyGenerator: (request) => visitorOf(request.ip),
	});
	const bySession = app.createRateLimit({
		max: visitorLimits.perSession,
		timeWindow,
		keyGenerator: (request) => sessionKey(request) ?? '',
	});
	const pictures = app.createRateLimit({
		max: picturesPerRequest * visitorLimits.perAddress,
		timeWindow,
		keyGenerator: (request) => visitorOf(request.ip),
	});
	app.addHook('onRequest', async (request, reply) => {
		const { url: route } = request.routeOptions;
		if (unlimited.has(route) || route?.startsWith('/assets/') === true) return;
		const hasSession = sessionKey(request) !== undefined;
		const ofRequests = hasSession ? [bySession, byAddress] : [byAddress];
		const counters = route === bffPatterns.image ? [pictures] : ofRequests;
		for (const count of counters) {
			const result = await count(request);
			if (result.isAllowed || !result.isExceeded) continue;
			reply.header('retry-after', String(result.ttlInSeconds));
			throw new ProblemError('too_many_requests', `Please wait ${result.ttlInSeconds} seconds.`);
		}
	});
}
