/** Limits towards people: one browser, or one address, must not eat the budget of everyone (design §5). */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';
import type { Cookies } from './session/cookies.ts';
import { hashSecret } from './session/encryption.ts';
import type { BffSettings } from './settings.ts';

/** Addresses that cost the service nothing. */
const free = /^\/(assets\/|images\/|healthz$|readyz$|metrics$)/;

/**
 * Counts calls by session and by address in windows of a minute, in this process.
 *
 * Refusals are 429 with `Retry-After`, as problems.
 */
export async function addVisitorLimits(
	app: FastifyInstance,
	cookies: Cookies,
	{ visitorLimits }: Pick<BffSettings, 'visitorLimits'>,
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
		keyGenerator: (request) => hashSecret(cookies.session(request) ?? ''),
	});
	app.addHook('onRequest', async (request, reply) => {
		if (free.test(request.url)) return;
		const counters = cookies.session(request) === undefined ? [byAddress] : [bySession, byAddress];
		for (const count of counters) {
			const result = await count(request);
			if (result.isAllowed || !result.isExceeded) continue;
			reply.header('retry-after', String(result.ttlInSeconds));
			throw new ProblemError('too_many_requests', `Please wait ${result.ttlInSeconds} seconds.`);
		}
	});
}
