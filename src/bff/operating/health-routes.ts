/** `/healthz`: the process is running. `/readyz`: it accepts requests. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';

/** How long a result is reused: anyone may request it, and the store's probe writes to disk. */
const probeAgeMs = 1_000;

/** An unreachable service doesn't make a process unready: it still serves what is cached. @returns starts to drain */
export function addHealthRoutes(
	app: FastifyInstance,
	probeStore: () => Promise<void>,
	reportService: () => object,
): () => void {
	let draining = false;
	let probe = { at: Number.NEGATIVE_INFINITY, isReady: Promise.resolve(false) };
	const probeNow = async () => {
		try {
			await probeStore();
			return true;
		} catch (error) {
			app.log.error({ err: error }, 'could not write to the store');
			return false;
		}
	};
	app.get(serverPatterns.health, async () => ({ status: 'ok' }));
	app.get(serverPatterns.readiness, async (_request, reply) => {
		const now = performance.now();
		if (now - probe.at > probeAgeMs) probe = { at: now, isReady: probeNow() };
		const isReady = await probe.isReady;
		const report = { store: isReady ? 'ok' : 'unreachable', ...reportService(), draining };
		return reply.code(isReady && !draining ? 200 : 503).send(report);
	});
	return () => {
		draining = true;
	};
}
