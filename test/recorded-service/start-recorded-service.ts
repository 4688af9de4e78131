/** A second service for tests: it responds like the recorded one, which differs from the specification in some points. */
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { rateLimitHeaders } from '../../src/contract/spec/access.ts';
import { type DayType, eventTypeNumbers } from '../../src/contract/spec/filters.ts';
import { addRecordedAuthorization, recordedApplication, recordedTokens } from './authorization.ts';
import {
	listExtras,
	locs,
	people,
	type RecordedEvent,
	recordEvents,
	signedInUserId,
	wallClock,
} from './recording.ts';
import { notFound, Rejection } from './rejection.ts';

type Relation = 'participants' | 'wishers';
type Query = Readonly<Record<string, string | undefined>>;

const day = 86_400_000;

function isOn({ begin_time, end_time }: RecordedEvent, dayType: DayType | undefined, now: number): boolean {
	const at = (days: number) => wallClock(now + days * day).slice(0, 10);
	const weekday = (new Date(now + day / 3).getUTCDay() + 6) % 7;
	const days: Record<DayType, [number, number]> = {
		today: [0, 0],
		tomorrow: [1, 1],
		week: [0, 6],
		weekend: [5 - weekday, 6 - weekday],
		future: [0, 10_000],
	};
	const [from, to] = days[dayType ?? 'future'];
	return end_time > wallClock(now) && end_time.slice(0, 10) >= at(from) && begin_time.slice(0, 10) <= at(to);
}

/** The state of the service: its recording, and the joined and wished events of each person. */
function openRecording(now: () => number) {
	const events = recordEvents(now());
	const relations: Record<Relation, Map<string, Set<string>>> = {
		participants: new Map(),
		wishers: new Map(),
	};
	for (const [index, { id }] of events.entries()) {
		relations.participants.set(id, new Set(people.slice(1, 1 + (index % 4)).map((person) => person.id)));
		relations.wishers.set(id, new Set(people.slice(1).map((person) => person.id)));
	}
	const peopleOf = (relation: Relation, eventId: string) =>
		relations[relation].get(eventId) ?? new Set<string>();
	const find = (id: string) => {
		const event = events.find((each) => each.id === id);
		if (event === undefined) throw notFound();
		return event;
	};
	const show = (event: RecordedEvent, callerId?: string) => {
		const [joined, wished] = (['participants', 'wishers'] as const).map((relation) =>
			peopleOf(relation, event.id),
		);
		const own =
			joined?.has(callerId ?? '') === true
				? '要参加'
				: wished?.has(callerId ?? '') === true
					? '感兴趣'
					: null;
		return {
			...event,
			participant_count: joined?.size ?? 0,
			wisher_count: wished?.size ?? 0,
			...(own === null ? {} : { status: own }),
		};
	};
	return { events, peopleOf, find, show };
}

/** A list with the requested `count`, not the number of its elements. */
function page<Name extends string>(name: Name, elements: readonly unknown[], query: Query) {
	const [start, count] = [Number(query.start ?? 0) || 0, Math.min(Number(query.count ?? 20) || 20, 100)];
	return { count, start, total: elements.length, [name]: elements.slice(start, start + count) };
}

/**
 * Starts the service.
 *
 * @param redirectUri the URI registered for its one application
 * @returns its origin, which is both {base_url} and {auth_url}, and a function that stops it
 */
export async function startRecordedService(
	redirectUri: string = recordedApplication.redirectUri,
): Promise<{ origin: string; close: () => Promise<void> }> {
	const now = Date.now;
	const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
	const { events, peopleOf, find, show } = openRecording(now);
	let remaining = 500;

	const callers = new WeakMap<FastifyRequest, string>();
	const callerOf = (request: FastifyRequest) => callers.get(request);
	app.addHook('preHandler', async (request, reply) => {
		const token = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1];
		if (token === undefined) return;
		if (token !== recordedTokens.access_token) throw new Rejection(400, 103, 'invalid_access_token');
		callers.set(request, signedInUserId);
		remaining -= 1;
		const values = [500, remaining, 5000, remaining + 4500];
		for (const [index, name] of Object.values(rateLimitHeaders).entries())
			reply.raw.setHeader(name, String(values[index]));
	});
	const locOf = (idOrUid: string) => {
		const loc = locs.find(({ id, uid }) => id === idOrUid || uid === idOrUid);
		if (loc === undefined) throw notFound();
		return loc;
	};
	const userOf = (id: string) => {
		if (people.every((person) => person.id !== id)) throw notFound();
		return id;
	};

	app.setErrorHandler((error, request, reply) => {
		const rejection = error instanceof Rejection ? error : new Rejection(400, 999, 'unknow_v2_error');
		return reply.code(rejection.status).send({
			msg: rejection.message,
			code: rejection.code,
			request: `${request.method} ${request.url.split('?')[0]}`,
		});
	});
	app.setNotFoundHandler(() => {
		throw notFound();
	});
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
	);

	app.get<{ Querystring: Query }>('/v2/loc/list', async ({ query }) => page('locs', locs, query));
	app.get<{ Params: { id: string } }>('/v2/loc/:id', async ({ params }) => locOf(params.id));
	app.get<{ Querystring: Query }>('/v2/event/list', async (request) => {
		const { loc, day_type, type = 'all' } = request.query;
		const locId = loc === undefined ? undefined : locOf(loc).id;
		const word = Object.entries(eventTypeNumbers).find(([, number]) => String(number) === type)?.[0] ?? type;
		const fitting = events.filter(
			(event) =>
				(locId === undefined || event.loc_id === locId) &&
				(word === 'all' || event.category === word) &&
				isOn(event, day_type as DayType | undefined, now()),
		);
		const list = page(
			'events',
			fitting.map((event) => show(event)),
			request.query,
		);
		return { ...list, ...listExtras };
	});
	app.get<{ Params: { id: string } }>('/v2/event/:id', async (request) =>
		show(find(request.params.id), callerOf(request)),
	);

	const ownLists = {
		user_created: (event: RecordedEvent, id: string) => event.owner.id === id,
		user_participated: (event: RecordedEvent, id: string) => peopleOf('participants', event.id).has(id),
		user_wished: (event: RecordedEvent, id: string) => peopleOf('wishers', event.id).has(id),
	};
	for (const [name, belongs] of Object.entries(ownLists)) {
		app.get<{ Params: { id: string }; Querystring: Query }>(`/v2/event/${name}/:id`, async (request) => {
			const id = userOf(request.params.id);
			const { status } = request.query;
			const fitting = events.filter((event) => {
				const isOver = event.end_time <= wallClock(now());
				return belongs(event, id) && (status === undefined || (status === 'expired') === isOver);
			});
			return page(
				'events',
				fitting.map((event) => show(event)),
				request.query,
			);
		});
	}
	for (const relation of ['participants', 'wishers'] as const) {
		const other = relation === 'participants' ? 'wishers' : 'participants';
		const url = `/v2/event/:id/${relation}`;
		app.get<{ Params: { id: string }; Querystring: Query }>(url, async ({ params, query }) => {
			const ids = peopleOf(relation, find(params.id).id);
			return page(
				'users',
				people.filter(({ id }) => ids.has(id)),
				query,
			);
		});
		const write = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
			const caller = callerOf(request);
			if (caller === undefined) throw new Rejection(400, 102, 'access_token_is_missing');
			const { id } = find(request.params.id);
			peopleOf(relation, id).delete(caller);
			if (request.method === 'POST') {
				// One relation for each person: joining ends the interest, and vice versa.
				peopleOf(relation, id).add(caller);
				peopleOf(other, id).delete(caller);
			}
			return reply.code(202).send({});
		};
		app.post(url, write);
		app.delete(url, write);
	}

	addRecordedAuthorization(app, redirectUri);
	const origin = await app.listen({ host: '127.0.0.1', port: 0 });
	return { origin, close: () => app.close() };
}
