/** Limits for visitors: one browser, or one IP address, must not use up the budget of everyone (design §5). */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bffPatterns } from '../../contract/paths.ts';
import type { BffSettings } from '../settings.ts';
import { ProblemError } from './problem.ts';

/** Routes that cost the service nothing. */
const unlimited: ReadonlySet<string | undefined> = new Set([
	bffPatterns.image,
	bffPatterns.health,
	bffPatterns.readiness,
	bffPatterns.metrics,
]);

/**
 * Counts requests by session and by IP address in windows of a minute, in this process. A request over the limit gets
 * 429 with `Retry-After`, as a problem.
 *
 * @param sessionKey names the session of a request without revealing its id; undefined when there is none
 */
export async function addVisitorLimits(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	sessionKey: (request: FastifyRequest) => string | undefined,
): Promise<void> {
	if (visitorLimits === null) return;
	await app.register(rateLimit, { global: false });
	const timeWindow = 60_000;
	const byAddress = app.createRateLimit({
		max: visitorLimits.perAddress,
		timeWindow,
		keyGenerator: (request) => request.ip,
	});
	const bySession = app.createRateLimit({
		max: visitorLimits.perSession,
		timeWindow,
		keyGenerator: (request) => sessionKey(request) ?? '',
	});
	app.addHook('onRequest', async (request, reply) => {
		const { url: route } = request.routeOptions;
		if (unlimited.has(route) || route?.startsWith('/assets/') === true) return;
		const counters = sessionKey(request) === undefined ? [byAddress] : [bySession, byAddress];
		for (const count of counters) {
			const result = await count(request);
			if (result.isAllowed || !result.isExceeded) continue;
			reply.header('retry-after', String(result.ttlInSeconds));
			throw new ProblemError('too_many_requests', `Please wait ${result.ttlInSeconds} seconds.`);
		}
	});
}
