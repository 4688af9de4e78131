/** `/healthz`: the process is running. `/readyz`: it accepts requests. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';

/** How long a result is reused: anyone may request it, and the store's probe writes to disk. */
const probeAgeMs = 1_000;

/**
 * An unreachable service alone doesn't make a process unready: it still serves cached responses.
 * @param probeStore throws if the store isn't writable
 * @param reportService the service's last known state, without calling it
 * @returns a function that marks the process as unready, to call before it stops
 */
export function addHealthRoutes(
	app: FastifyInstance,
	probeStore: () => Promise<void>,
	reportService: () => object,
): () => void {
	let draining = false;
	let probe = { at: Number.NEGATIVE_INFINITY, isReady: Promise.resolve(false) };
	const isStoreReady = () => {
		if (performance.now() - probe.at > probeAgeMs)
			probe = {
				at: performance.now(),
				isReady: probeStore().then(
					() => true,
					(error: unknown) => {
						app.log.error({ err: error }, 'could not write to the store');
						return false;
					},
				),
			};
		return probe.isReady;
	};
	app.get(serverPatterns.health, async () => ({ status: 'ok' }));
	app.get(serverPatterns.readiness, async (_request, reply) => {
		const store = (await isStoreReady()) ? 'ok' : 'unreachable';
		return reply.code(store === 'ok' && !draining ? 200 : 503).send({ store, ...reportService(), draining });
	});
	return () => {
		draining = true;
	};
}
