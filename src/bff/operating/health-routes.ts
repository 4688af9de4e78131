/** `/healthz` and `/readyz`. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serverPatterns } from '../../contract/paths.ts';

/** How long a probe's result is reused. Anyone may request `/readyz`, and each probe writes to the store. */
const probeAgeMs = 1_000;

const health = {
	summary: 'The process is running.',
	response: { 200: z.object({ status: z.literal('ok') }) },
};
const state = z.object({
	store: z.enum(['ok', 'unreachable']),
	service: z.string().describe('last known state'),
	failing: z.record(z.string(), z.string()).exactOptional().describe('reasons by operation'),
	draining: z.boolean(),
});
const readiness = {
	summary: 'Whether the process accepts requests: 200 or 503.',
	response: { 200: state, 503: state },
};
type Service = Omit<z.infer<typeof state>, 'store' | 'draining'>;

/**
 * Adds `/healthz` and `/readyz`. If only the service is unreachable, the process is ready: it serves what is cached.
 * @returns a function that makes `/readyz` answer 503 from then on
 */
export function addHealthRoutes(
	app: FastifyInstance,
	probeStore: () => Promise<void>,
	reportService: () => Service,
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
	app.get(serverPatterns.health, { schema: health }, async () => ({ status: 'ok' as const }));
	app.get(serverPatterns.readiness, { schema: readiness }, async (_request, reply) => {
		const now = performance.now();
		if (now - probe.at > probeAgeMs) probe = { at: now, isReady: probeNow() };
		const store = (await probe.isReady) ? 'ok' : 'unreachable';
		return reply.code(store === 'ok' && !draining ? 200 : 503).send({ store, ...reportService(), draining });
	});
	return () => {
		draining = true;
	};
}
