/** Limits for visitors: one browser, or one IP address, must not use up the budget of everyone (design §5). */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import { visitorOf } from '../../servers/visitor.ts';
import type { BffSettings } from '../settings.ts';
import { ProblemError } from './problem.ts';
import type { WindowCounter } from './window-counter.ts';

/** Pictures that an IP address may get, for each request that it may make: a page shows twenty and more of them. */
const picturesPerRequest = 3;

/** Routes that cost the service nothing. */
const unlimited: ReadonlySet<string | undefined> = new Set([
	serverPatterns.health,
	serverPatterns.readiness,
	serverPatterns.metrics,
]);

/** Counts by a {@link WindowCounter}, in the form that the rate-limit plugin calls. */
function storeOn(count: WindowCounter) {
	return class Store {
		incr(
			key: string,
			callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
			timeWindow: number,
		): void {
			count(key, timeWindow).then(
				({ count: current, endsIn: ttl }) => callback(null, { current, ttl }),
				(error: unknown) => callback(error as Error),
			);
		}
		child() {
			return this;
		}
	};
}

/**
 * Counts requests by session and by IP address (IPv6: by /64) in windows of a minute. A request over the limit gets 429
 * with `Retry-After`, as a problem. Pictures have a limit of their own.
 *
 * @param sessionKey names the session of a request without revealing its id; undefined when there is none
 * @param count of this process, or of all of them
 */
export async function addVisitorLimits(
	app: FastifyInstance,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
	sessionKey: (request: FastifyRequest) => string | undefined,
	count: WindowCounter,
): Promise<void> {
	if (visitorLimits === null) return;
	await app.register(rateLimit, { global: false, store: storeOn(count) });
	const limitBy = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
		app.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
	const byAddress = limitBy(visitorLimits.perAddress, ({ ip }) => `address:${visitorOf(ip)}`);
	const bySession = limitBy(visitorLimits.perSession, (request) => `session:${sessionKey(request)}`);
	const pictures = limitBy(
		picturesPerRequest * visitorLimits.perAddress,
		({ ip }) => `pictures:${visitorOf(ip)}`,
	);
	app.addHook('onRequest', async (request, reply) => {
		const { url: route } = request.routeOptions;
		const isFile = route?.startsWith('/assets/') === true;
		if (unlimited.has(route) || isFile) return;
		const hasSession = sessionKey(request) !== undefined;
		// By address first, so that made-up sessions from one address are not counted past its limit.
		const ofRequests = hasSession ? [byAddress, bySession] : [byAddress];
		for (const limit of route === serverPatterns.image ? [pictures] : ofRequests) {
			const result = await limit(request);
			if (result.isAllowed || !result.isExceeded) continue;
			reply.header('retry-after', String(result.ttlInSeconds));
			throw new ProblemError('too_many_requests', `Please wait ${result.ttlInSeconds} seconds.`);
		}
	});
}
