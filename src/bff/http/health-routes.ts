/** `/healthz`: the process responds. `/readyz`: it can take requests, and what it depends on. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';

/**
 * Cached responses are sent while the service cannot be reached, so that alone does not make a process unready.
 *
 * @param isStoreReady asked for every `/readyz`
 * @param reportService what is known of the service, without a call of it
 * @returns what makes the process unready, before it stops
 */
export function addHealthRoutes(
	app: FastifyInstance,
	isStoreReady: () => Promise<boolean>,
	reportService: () => object,
): () => void {
	let draining = false;
	app.get(serverPatterns.health, async () => ({ status: 'ok' }));
	app.get(serverPatterns.readiness, async (_request, reply) => {
		const store = (await isStoreReady()) ? 'ok' : 'unreachable';
		return reply.code(store === 'ok' && !draining ? 200 : 503).send({ store, ...reportService(), draining });
	});
	return () => {
		draining = true;
	};
}
