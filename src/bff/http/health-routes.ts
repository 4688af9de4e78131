/** `/healthz`: the process responds. `/readyz`: it can take requests, and what it depends on. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';

/** What is looked at for every `/readyz`. */
export interface Readiness {
	isStoreReady(): Promise<boolean>;
	/** Operations whose calls are held back because the service cannot be reached. */
	pausedOperations(): string[];
	/** Whether the process is about to stop. */
	isDraining(): boolean;
}

/** Cached responses are sent while the service cannot be reached, so that alone does not make a process unready. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
	app.get(serverPatterns.health, async () => ({ status: 'ok' }));
	app.get(serverPatterns.readiness, async (_request, reply) => {
		const paused = readiness.pausedOperations();
		const state = {
			store: (await readiness.isStoreReady()) ? 'ok' : 'unreachable',
			service: paused.length > 0 ? 'unreachable' : 'ok',
			...(paused.length > 0 ? { paused } : {}),
			draining: readiness.isDraining(),
		};
		return reply.code(state.store === 'ok' && !state.draining ? 200 : 503).send(state);
	});
}
