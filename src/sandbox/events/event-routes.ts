/** The 13 operations of the data API (Spec §4.2), one handler each. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Day } from '../../contract/event/wall-clock.ts';
import type { DayType, RelationStatus } from '../../contract/spec/filters.ts';
import { canCarry } from '../../contract/spec/match-operation.ts';
import {
	type Operation,
	type OperationName,
	operations,
	type ParameterName,
} from '../../contract/spec/operations.ts';
import { identify } from '../bearer.ts';
import { readPaging, readParameter, readParameters, typeWord } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError } from '../service-error.ts';
import type { ListOf, Page } from './page.ts';

interface Call {
	/** The variable segment of the path, decoded once; empty where the path has none. */
	id: string;
	/** A checked parameter of the operation. */
	parameter(name: ParameterName): string | undefined;
	page: Page;
	/** Present on operations that need a token. */
	callerId: string | undefined;
}

/** The caller of an operation that needs a token. */
function callerOf({ callerId }: Call): string {
	if (callerId === undefined) throw new ServiceError(102);
	return callerId;
}

/** The body of a list (Spec §2.3): paging fields and one array. */
function listBody<Name extends string, Element>(
	name: Name,
	{ total, items }: ListOf<Element>,
	{ start }: Page,
) {
	return { count: items.length, start, total, [name]: items };
}

/** The body of a list whose events are JSON already. */
function eventListJson(events: Buffer[], total: number, { start }: Page): Buffer {
	const comma = Buffer.from(',');
	return Buffer.concat([
		Buffer.from(`{"count":${events.length},"start":${start},"total":${total},"events":[`),
		...events.flatMap((event, index) => (index === 0 ? [event] : [comma, event])),
		Buffer.from(']}'),
	]);
}

/** A body: an object, or its JSON where that is known already. */
type Body = object | Buffer | string;

/** The body of a write that succeeded. */
const nothing = () => '{}';

/** Each returns the body. Those that write resolve to it. */
type Handlers = Record<OperationName, (call: Call) => Body | Promise<Body>>;

function handlersOf({ events }: Sandbox): Handlers {
	const status = (call: Call) => call.parameter('status') as RelationStatus | undefined;
	return {
		listEvents: (call) => {
			const loc = call.parameter('loc');
			const filters = {
				locId: loc === undefined ? undefined : events.loc(loc).id,
				dayType: call.parameter('day_type') as DayType | undefined,
				type: typeWord(call.parameter('type')),
			};
			const { total, items } = events.list(filters, call.page);
			return eventListJson(items.map(events.publicJson), total, call.page);
		},
		listCreatedEvents: (call) =>
			listBody('events', events.created(call.id, call.page, call.callerId), call.page),
		listParticipatedEvents: (call) =>
			listBody(
				'events',
				events.related('participants', call.id, status(call), call.page, call.callerId),
				call.page,
			),
		listWishedEvents: (call) =>
			listBody(
				'events',
				events.related('wishers', call.id, status(call), call.page, call.callerId),
				call.page,
			),
		getEvent: ({ id, callerId }) =>
			callerId === undefined ? events.publicJson(id) : events.event(id, callerId),
		listParticipants: ({ id, page, callerId }) =>
			listBody('users', events.people('participants', id, page, callerId), page),
		listWishers: ({ id, page, callerId }) =>
			listBody('users', events.people('wishers', id, page, callerId), page),
		listLocs: ({ page }) => listBody('locs', events.locs(page), page),
		getLoc: ({ id }) => events.loc(id),
		joinEvent: (call) =>
			events
				.join(call.id, callerOf(call), call.parameter('participate_date') as Day | undefined)
				.then(nothing),
		leaveEvent: (call) => events.remove('participants', call.id, callerOf(call)).then(nothing),
		wishEvent: (call) => events.wish(call.id, callerOf(call)).then(nothing),
		unwishEvent: (call) => events.remove('wishers', call.id, callerOf(call)).then(nothing),
	};
}

/** The page of an operation that is no list. */
const noPage: Page = { start: 0, count: 0 };

/** Adds a route for each row of the contract's table. */
export function addDataRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const handlers = handlersOf(sandbox);
	for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
		const isList = operation.parameters.some((parameter) => parameter.name === 'start');
		const send = (reply: FastifyReply, body: Body) => {
			reply.code(operation.success).type('application/json; charset=utf-8').send(body);
		};
		app.route<{ Params: { id?: string } }>({
			method: operation.method,
			url: operation.path,
			exposeHeadRoute: false,
			// Not async: a body that is there already, or a single promise, needs no more promises around it.
			handler: (request, reply) => {
				const callerId = identify(sandbox, operation, request, reply);
				const parameters = readParameters(request);
				const checked = new Map(
					operation.parameters.map((parameter) => [parameter.name, readParameter(parameters, parameter)]),
				);
				const id = request.params.id ?? '';
				if (!canCarry(operation, id)) throw new ServiceError(107);
				const body = handlers[name]({
					id,
					callerId,
					page: isList ? readPaging(parameters) : noPage,
					parameter: (parameterName) => checked.get(parameterName),
				});
				return body instanceof Promise ? body.then((written) => send(reply, written)) : send(reply, body);
			},
		});
	}
}
