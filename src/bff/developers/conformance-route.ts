/**
 * `POST /developers/conformance`: the conformance check of the embedded sandbox. Not for other services: its calls would
 * use up the hourly budget of all visitors.
 */
import type { FastifyInstance } from 'fastify';
import type { ConformanceReport } from '../../contract/bff-api/developers.ts';
import { bffPatterns } from '../../contract/paths.ts';

/** @param run makes one report; requests that arrive meanwhile share it */
export function addConformanceRoute(app: FastifyInstance, run: () => Promise<ConformanceReport>): void {
	let running: Promise<ConformanceReport> | undefined;
	app.post(bffPatterns.conformance, async () => {
		running ??= run().finally(() => {
			running = undefined;
		});
		return running;
	});
}
