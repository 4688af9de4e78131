/** The operations of the data API (Spec §4.2), with one handler each, and the checks on their callers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DayType, paging, type RelationStatus } from '../../contract/spec/filters.ts';
import { canCarry } from '../../contract/spec/match-operation.ts';
import {
	type Operation,
	type OperationName,
	operations,
	type ParameterName,
} from '../../contract/spec/operations.ts';
import { checkTrialUser } from '../oauth/applications.ts';
import { readParameter, readParameters, typeWord } from '../requests/parameters.ts';
import { ServiceError } from '../requests/service-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ListOf, Page, Relation } from './event-store.ts';

/**
 * Checks an operation's caller and counts the call. Sets the headers of Spec §8 even if the call then fails, unless the
 * token or its application is rejected, because such a call counts against no limit.
 * @returns the caller's user id; empty for a call without a token if none is needed
 * @throws ServiceError 102, 103, 104, 105, 106, 108, 109, 110, 111, 112, 121, 122, 123, 128
 */
function identify(
	sandbox: Sandbox,
	operation: Operation,
	request: FastifyRequest,
	reply: FastifyReply,
): string {
	const header = request.headers.authorization;
	const token = header === undefined ? undefined : /^Bearer +([\w~+/.=-]+)$/i.exec(header)?.[1];
	if (token === undefined) {
		if (header !== undefined || operation.tokenRequired) throw new ServiceError(102);
		sandbox.limits.countAnonymous(request.ip);
		return '';
	}

	const { clientId, userId, scope } = sandbox.tokens.check(token);
	const application = sandbox.applications.find(clientId);
	const { headers, error } = sandbox.limits.count({
		userId,
		clientId,
		level: application.level,
		scope: operation.scope,
		ip: request.ip,
	});
	// Fastify would send the names in lower case.
	for (const [name, value] of headers) reply.raw.setHeader(name, value);
	sandbox.users.checkUsable(userId);
	checkTrialUser(application, userId);
	if (!application.scopes.includes(operation.scope)) throw new ServiceError(109);
	if (!scope.split(',').includes(operation.scope)) throw new ServiceError(108);
	if (error !== undefined) throw error;
	return userId;
}

interface Call {
	/** The path's variable segment, decoded once; empty if the path has none. */
	id: string;
	parameters: Partial<Record<ParameterName, string | undefined>>;
	page: Page;
	/** Empty without a token. */
	callerId: string;
}

/** The body of a list (Spec §2.3): paging fields and one array. */
const listBody = (name: string, { total, items }: ListOf<unknown>, { start }: Page) => ({
	count: items.length,
	start,
	total,
	[name]: items,
});

/** Each handler returns the response body, which is empty for a write. */
type Handlers = Record<OperationName, (call: Call) => unknown>;

function handlersOf({ events }: Sandbox): Handlers {
	const related = (relation: Relation, { id, parameters, page, callerId }: Call) => {
		const status = parameters.status as RelationStatus | undefined;
		return listBody('events', events.related(relation, id, status, page, callerId), page);
	};
	const people = (relation: Relation, { id, page, callerId }: Call) =>
		listBody('users', events.people(relation, id, page, callerId), page);
	return {
		listEvents: ({ parameters: { loc, day_type, type }, page }) => {
			const filters = {
				loc: loc === undefined ? undefined : events.loc(loc).id,
				dayType: day_type as DayType | undefined,
				type: typeWord(type),
			};
			return listBody('events', events.list(filters, page), page);
		},
		listCreatedEvents: ({ id, page, callerId }) =>
			listBody('events', events.created(id, page, callerId), page),
		listParticipatedEvents: (call) => related('participants', call),
		listWishedEvents: (call) => related('wishers', call),
		getEvent: ({ id, callerId }) => events.event(id, callerId),
		listParticipants: (call) => people('participants', call),
		listWishers: (call) => people('wishers', call),
		listLocs: ({ page }) => listBody('locs', events.locs(page), page),
		getLoc: ({ id }) => events.loc(id),
		joinEvent: (call) => events.join(call.id, call.callerId, call.parameters.participate_date),
		leaveEvent: (call) => events.remove('participants', call.id, call.callerId),
		wishEvent: (call) => events.wish(call.id, call.callerId),
		unwishEvent: (call) => events.remove('wishers', call.id, call.callerId),
	};
}

/** Adds a route for each operation of the contract. */
export function addDataRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const handlers = handlersOf(sandbox);
	for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
		app.route<{ Params: { id?: string } }>({
			method: operation.method,
			url: operation.path,
			exposeHeadRoute: false,
			handler: async (request, reply) => {
				const callerId = identify(sandbox, operation, request, reply);
				const sent = readParameters(request);
				const parameters: Call['parameters'] = Object.fromEntries(
					operation.parameters.map((parameter) => [parameter.name, readParameter(sent, parameter)]),
				);
				const { id = '' } = request.params;
				if (!canCarry(operation, id)) throw new ServiceError(107);
				const { start = paging.defaultStart, count = paging.defaultCount } = parameters;
				const page = { start: Number(start), count: Number(count) };
				const body = handlers[name]({ id, callerId, parameters, page });
				return reply.code(operation.success).send(body ?? {});
			},
		});
	}
}
