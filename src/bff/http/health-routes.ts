/** `/healthz`: the process runs. `/readyz`: it can take requests. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';

/**
 * An unreachable service alone doesn't make a process unready: it still serves cached responses.
 *
 * @param isStoreReady called for every `/readyz`
 * @param pausedOperations held back because the service can't be reached
 * @returns call it before a stop: the process is then unready
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
