/**
 * `POST /developers/conformance`: the conformance check of the embedded sandbox. Not for other services: its calls would
 * come out of the budget of everyone who visits.
 */
import type { FastifyInstance } from 'fastify';
import type { ConformanceReport } from '../../contract/session.ts';

/** @param run makes one report; presses while it runs share it */
export function addConformanceRoute(app: FastifyInstance, run: () => Promise<ConformanceReport>): void {
	let running: Promise<ConformanceReport> | undefined;
	app.post('/developers/conformance', async () => {
		running ??= run().finally(() => {
			running = undefined;
		});
		return running;
	});
}
