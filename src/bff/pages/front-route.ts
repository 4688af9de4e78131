/**
 * `GET /front/cities/:uid`: a city's front page, for navigation within the app; a first visit gets it in the
 * HTML. `GET /front/events/:id`: related events.
 */
import type { FastifyInstance } from 'fastify';
import type { Front } from '../../contract/bff-api/front.ts';
import type { Related } from '../../contract/bff-api/related.ts';
import { serverPatterns } from '../../contract/paths.ts';
import type { Parts } from '../parts.ts';
import { ProblemError } from '../problems/problem.ts';
import { readFront, readRelated } from './front.ts';

export function addFrontRoute(app: FastifyInstance, { reader, callers, time }: Parts): void {
	app.get<{ Params: { uid: string } }>(serverPatterns.front, async (request, reply): Promise<Front> => {
		const caller = await callers.find(request);
		const reads = reader.as(caller);
		const loc = await reads.findLoc(request.params.uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		// Personal responses must not outlive the session.
		reply.header('cache-control', caller === null ? 'private, max-age=30' : 'no-store');
		return readFront(reads, loc.id, time);
	});
	app.get<{ Params: { id: string } }>(serverPatterns.related, async (request, reply): Promise<Related> => {
		const caller = await callers.find(request);
		reply.header('cache-control', caller === null ? 'private, max-age=30' : 'no-store');
		return readRelated(reader.as(caller), request.params.id, time);
	});
}
