/** The signed-in person's relations and events (contract `bff-api/relations.ts`). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SeenRequest } from '../../contract/bff-api/relations.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { relationStatuses } from '../../contract/spec/filters.ts';
import { operations } from '../../contract/spec/operations.ts';
import type { Parts } from '../parts.ts';
import { validInput } from '../problems/problem.ts';
import { isIdentifierOf } from '../reads/identifier.ts';
import { eventsOf, relationsOf } from '../relations/own-relations.ts';
import { seeChanges } from '../relations/send-change.ts';

const status = z.enum(relationStatuses);
const relationsQuery = z.strictObject({ status });
const eventsQuery = z.strictObject({ relation: z.enum(['participated', 'wished']), status });
const seenBody: z.ZodType<SeenRequest> = z.strictObject({
	eventId: z.string().refine((id) => isIdentifierOf(operations.getEvent, id)),
});

export function addRelationRoutes(app: FastifyInstance, { callers, runInTurn, own }: Parts): void {
	const headers = { 'cache-control': 'private, no-store', 'content-type': 'application/json; charset=utf-8' };

	app.get(bffPatterns.relations, async (request, reply) => {
		const caller = await callers.require(request);
		const query = validInput(relationsQuery, request.query);
		const relations = await relationsOf(own, caller, query.status);
		return reply.headers(headers).send(relations);
	});
	app.get(bffPatterns.ownEvents, async (request, reply) => {
		const caller = await callers.require(request);
		const query = validInput(eventsQuery, request.query);
		const name = query.relation === 'wished' ? 'wished' : 'joined';
		const events = await eventsOf(own, caller, name, query.status);
		return reply.headers(headers).send(await runInTurn(() => JSON.stringify(events)));
	});
	app.post(bffPatterns.seenChanges, async (request, reply) => {
		const caller = await callers.require(request);
		const { eventId } = validInput(seenBody, request.body);
		await seeChanges(own, caller, eventId);
		return reply.headers({ 'cache-control': 'private, no-store' }).code(204).send();
	});
}
