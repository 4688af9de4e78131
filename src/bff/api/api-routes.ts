/** Routes for the web app: the service's operations, and the signed-in person's relations and events. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiPatterns } from '../../contract/bff-api/api.ts';
import { ownEventsSchema, relationsSchema, seenSchema } from '../../contract/bff-api/relations.ts';
import { valueSchemas } from '../../contract/bff-api/values.ts';
import { type Event, isPublic } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { bffPatterns } from '../../contract/paths.ts';
import type { Call } from '../../contract/spec/call.ts';
import { relationStatuses } from '../../contract/spec/filters.ts';
import { operationTexts } from '../../contract/spec/operation-texts.ts';
import {
	type Operation,
	type OperationName,
	operations,
	personLists,
} from '../../contract/spec/operations.ts';
import { errorBodySchema } from '../../contract/spec/resources.ts';
import { sendWithEtag } from '../http/etag.ts';
import { noBody } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { hasReason, ignoreProblem } from '../problems/problem.ts';
import { type CallInput, callInput } from '../reads/call-input.ts';
import { isValue, type Outcome } from '../reads/event-records.ts';
import { isIdentifierOf } from '../reads/identifier.ts';
import type { ReadName } from '../reads/parse-response.ts';
import { absent, withoutTexts } from '../reads/shared-reads.ts';
import { eventAsJoined, eventsOf, relationsOf } from '../relations/own-relations.ts';
import { seeChanges, sendChange } from '../relations/send-change.ts';
import { asPrivate, type Caller } from '../session/caller.ts';

/** Whether a read with the caller's token may succeed although the shared read failed. */
function mayDifferByToken({ parameters }: Call<ReadName>, outcome: Outcome<unknown>): boolean {
	if (isValue(outcome)) return false;
	const meaning = meaningOf({ status: outcome.status, code: outcome.error.code });
	if (meaning === 'closed' || meaning === 'limited') return true;
	// The service may tell signed-out visitors that a private event doesn't exist.
	return parameters.id !== undefined && meaning === 'absent';
}

const ofEvents = ['getEvent', 'listParticipants', 'listWishers'] as const;

/** Writes a value as JSON. Leaves out the texts of listed events. */
function jsonOf({ operation }: Call<ReadName>, value: unknown): string {
	if (operations[operation].returns !== 'EventList') return JSON.stringify(value);
	const list = value as List<Event>;
	return JSON.stringify({ ...list, items: list.items.map(withoutTexts) });
}

export function addApiRoutes(
	app: FastifyInstance,
	{ sharedReads, reader, callers, metrics, own }: Parts,
): void {
	/** Renames cities as in the whole list, where cities of the same name can be told apart. */
	const asOnPages = async (list: List<Loc>): Promise<List<Loc>> => {
		const all = await reader.locs().catch(ignoreProblem);
		const ids = new Set(list.items.map(({ id }) => id));
		// Map only the listed cities: there may be 10,000 in all.
		const known = new Map(all?.filter(({ id }) => ids.has(id)).map((loc) => [loc.id, loc]));
		return { ...list, items: list.items.map((loc) => known.get(loc.id) ?? loc) };
	};

	const readPrivately = async (reply: FastifyReply, caller: Caller, call: Call<ReadName>) => {
		const response = await caller.call(call);
		if (response.error !== undefined) {
			if (meaningOf({ status: response.status, code: response.error.code }) === 'absent')
				await sharedReads.requireService();
			return asPrivate(reply, response).send(response.error);
		}
		const value = await sharedReads.parsePrivate(call, response.readBody);
		return asPrivate(reply, response).send(jsonOf(call, value));
	};

	/** Treats a private event and its lists of people as absent, even if the service shows them to everyone. */
	const readPublic = async (call: Call<ReadName>) => {
		const read = await sharedReads.read(call);
		if (call.operation === 'listLocs' && isValue(read.outcome)) {
			const value = await asOnPages(read.outcome.value as List<Loc>);
			return { ...read, outcome: { ...read.outcome, value } };
		}
		const { id } = call.parameters;
		if (id === undefined || !ofEvents.some((name) => name === call.operation)) return read;
		const event =
			call.operation === 'getEvent'
				? (read.outcome as Outcome<Event>)
				: (await sharedReads.read({ operation: 'getEvent', parameters: { id } })).outcome;
		if (!isValue(event)) return { ...read, outcome: event };
		return isPublic(event.value) ? read : { ...read, outcome: absent };
	};

	const readShared = async (
		request: FastifyRequest,
		reply: FastifyReply,
		caller: Caller | null,
		call: Call<ReadName>,
	) => {
		const { outcome, result } = await readPublic(call);
		metrics.cacheResult(call.operation, result);
		if (caller !== null && mayDifferByToken(call, outcome)) return readPrivately(reply, caller, call);
		if (caller !== null && call.operation === 'getEvent' && isValue(outcome)) {
			const event = await eventAsJoined(own, caller, outcome.value as Event);
			if (event !== null) return asPrivate(reply, { status: 200 }).send(event);
		}
		reply
			.code(outcome.status)
			.type('application/json; charset=utf-8')
			// `no-store`: from the browser's cache, others could learn which lists the person has read, and when.
			.header('cache-control', caller === null ? 'private, no-cache' : 'private, no-store')
			.header('cache-status', `daybill; ${result}`);
		if (!isValue(outcome)) {
			if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
			return reply.send(JSON.stringify(outcome.error));
		}
		return sendWithEtag(request, reply, jsonOf(call, outcome.value));
	};

	const read = async (
		request: FastifyRequest,
		reply: FastifyReply,
		caller: Caller | null,
		call: Call<ReadName>,
	) => {
		if (caller === null) return readShared(request, reply, caller, call);
		const isOwn = personLists.some((name) => name === call.operation) && call.parameters.id === caller.userId;
		if (isOwn) return readPrivately(reply, caller, call);
		try {
			return await readShared(request, reply, caller, call);
		} catch (error) {
			if (hasReason(error, 'calls_reserved')) return readPrivately(reply, caller, call);
			throw error;
		}
	};

	const write = async (reply: FastifyReply, caller: Caller, call: Call) => {
		const sent = await sendChange(own, caller, call);
		if ('rejection' in sent) return asPrivate(reply, sent.rejection).send(sent.rejection.error);
		return asPrivate(reply, { ...sent.response, status: 202 }).send(sent.written);
	};

	for (const [name, url] of Object.entries(apiPatterns) as [OperationName, string][]) {
		const { method, success, returns }: Operation = operations[name];
		const isRead = method === 'GET';
		const { params, parameters } = callInput(name, url);
		app.route({
			method,
			url,
			schema: {
				summary: operationTexts[name],
				params,
				...(isRead ? { querystring: parameters } : { body: parameters.nullish() }),
				response: { [success]: valueSchemas[returns], default: errorBodySchema },
				problems: ['session', 'service', 'not_found', ...(isRead ? [] : (['outcome_unknown'] as const))],
			},
			handler: async (request, reply) => {
				const given = (isRead ? request.query : request.body) as CallInput | undefined | null;
				const call = { operation: name, parameters: { ...given, ...request.params } };
				return isRead
					? read(request, reply, await callers.find(request), call as Call<ReadName>)
					: write(reply, await callers.require(request), call);
			},
		});
	}
}

const status = z.enum(relationStatuses).describe('whether the events are over');
const ownRelations = {
	summary: "The person's relations to events.",
	querystring: z.strictObject({ status }),
	response: { 200: relationsSchema },
	problems: ['session', 'service'],
} as const;
const ownEvents = {
	summary: "The person's events.",
	querystring: z.strictObject({ relation: z.enum(['participated', 'wished']), status }),
	response: { 200: ownEventsSchema },
	problems: ['session', 'service'],
} as const;
const seenChanges = {
	summary: "The person has seen that an event's time or place changed.",
	body: seenSchema.refine(({ eventId }) => isIdentifierOf(operations.getEvent, eventId)),
	response: { 204: noBody },
	problems: ['session', 'service'],
} as const;

export function addRelationRoutes(app: FastifyInstance, { callers, runInTurn, own }: Parts): void {
	app.get(bffPatterns.relations, { schema: ownRelations }, async (request) =>
		relationsOf(own, await callers.require(request), request.query.status),
	);
	app.get(bffPatterns.ownEvents, { schema: ownEvents }, async (request, reply) => {
		const caller = await callers.require(request);
		const { relation, status } = request.query;
		const events = await eventsOf(own, caller, relation === 'wished' ? relation : 'joined', status);
		reply.type('application/json; charset=utf-8');
		return runInTurn(() => JSON.stringify(events));
	});
	app.post(bffPatterns.seenChanges, { schema: seenChanges }, async (request, reply) => {
		await seeChanges(own, await callers.require(request), request.body.eventId);
		return reply.code(204).send();
	});
}
