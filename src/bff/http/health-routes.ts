/** `/healthz`: the process responds. `/readyz`: it can take requests, and what it depends on. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';

/**
 * Cached responses are sent while the service cannot be reached, so that alone does not make a process unready.
 *
 * @param isStoreReady asked for every `/readyz`
 * @param pausedOperations those whose calls are held back because the service cannot be reached
 * @returns what makes the process unready, before it stops
 */
export function addHealthRoutes(
	app: FastifyInstance,
	isStoreReady: () => Promise<boolean>,
	pausedOperations: () => string[],
): () => void {
	let draining = false;
	app.get(serverPatterns.health, async () => ({ status: 'ok' }));
	app.get(serverPatterns.readiness, async (_request, reply) => {
		const paused = pausedOperations();
		const store = (await isStoreReady()) ? 'ok' : 'unreachable';
		const service = paused.length > 0 ? { service: 'unreachable', paused } : { service: 'ok' };
		return reply.code(store === 'ok' && !draining ? 200 : 503).send({ store, ...service, draining });
	});
	return () => {
		draining = true;
	};
}
