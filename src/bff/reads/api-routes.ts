/** The specification's operations at /api (design §4, §5): shared reads, private reads, and writes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutFields, cutHeader } from '../../contract/bff-api/cut.ts';
import { directHeader } from '../../contract/bff-api/developers.ts';
import { epochHeader } from '../../contract/bff-api/session.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { apiPrefix } from '../../contract/paths.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { withBodyRoom } from '../http/large-bodies.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { Budget } from '../service/budget.ts';
import type { CallOptions, Service, ServiceResponse } from '../service/client.ts';
import { sessionOver } from '../service/refresh.ts';
import type { SessionCalls } from '../service/session-calls.ts';
import type { Cookies } from '../session/cookies.ts';
import { sessionEpoch } from '../session/session-epoch.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import { type MatchedCall, matchCall } from './allow-list.ts';
import type { DirectLimit } from './direct-limit.ts';
import { encodeBody } from './encoded-body.ts';
import { isOwnList, toOwnList } from './own-lists.ts';
import type { OwnWrites } from './own-writes.ts';
import type { PublicRead } from './public-read.ts';
import type { CachedResponse, CacheResult, SharedCache } from './shared-cache.ts';
import { signInParts } from './sign-in-parts.ts';
import type { SignPictures } from './sign-pictures.ts';
import type { TokenNeeds } from './token-needs.ts';
import { cutList } from './wire-body.ts';
import type { WrittenEvents } from './written-events.ts';

export interface ApiParts {
	service: Service;
	read: PublicRead;
	tokenNeeds: TokenNeeds;
	signPictures: SignPictures;
	store: SessionStore;
	cookies: Cookies;
	sessionCalls: SessionCalls;
	cache: SharedCache;
	/** {@link toOwnList} */
	ownLists: SharedCache;
	ownWrites: OwnWrites;
	writtenEvents: WrittenEvents;
	budget: Budget;
	metrics: Metrics;
	directLimit: DirectLimit;
	/** Milliseconds since 1970. */
	clock: () => number;
}

const isPublicOf = ({ events = [] }: CachedResponse, id: string): boolean =>
	events.some((event) => event.id === id && event.isPublic);

/**
 * Whether a person's token may get another response than the one that a read without a token got, one that matters: what
 * the service says of the caller (`has_invited`, `can_invite`) does so for an event that is not public.
 */
function mayDifferByToken({ id, name }: MatchedCall, response: CachedResponse): boolean {
	if (response.status === 200) return name === 'getEvent' && !isPublicOf(response, id);
	const meaning = meaningOf(response);
	if (meaning === 'closed' || meaning === 'limited') return true;
	// What is hidden from strangers may be "no such thing" to them, under any of the codes for that.
	return id !== '' && (meaning === 'absent' || response.code === 999);
}

/** Characters of an event that a change has with it: changes are kept by number, and an event may be of any length. */
const maxElement = 4_096;

/** A response to a call with a token, and its body as it is sent. */
interface WrittenResponse {
	response: ServiceResponse;
	text: string;
	wasCut: boolean;
}

export function addApiRoutes(app: FastifyInstance, parts: ApiParts): void {
	const { service, read, tokenNeeds, signPictures, store, cookies, sessionCalls, cache } = parts;
	const { ownLists, ownWrites, writtenEvents, budget, metrics, directLimit, clock } = parts;

	/** Calls with the session's token. The counters in an event's response are written into shared responses. */
	const callAs = async (
		id: string,
		session: StoredSession,
		call: MatchedCall,
		options?: CallOptions,
	): Promise<ServiceResponse> => {
		const startedAt = clock();
		const response = await sessionCalls.call(id, session, call.operation.method, call.path, options);
		if (call.name === 'getEvent') await ownWrites.apply(id, session, call.id, response, startedAt);
		return response;
	};

	const sendPrivate = (
		reply: FastifyReply,
		{ status, limitHeaders, retryAfter }: ServiceResponse,
		body: string,
	) => {
		// Past Fastify, which would write the names in lower case.
		for (const [name, value] of Object.entries(limitHeaders)) reply.raw.setHeader(name, value);
		if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
		return reply
			.code(status)
			.header('cache-control', 'private, no-store')
			.type('application/json; charset=utf-8')
			.send(body);
	};

	/**
	 * Calls with the session's token, and writes the body out: cut, or for the developers' console as it was received. A large
	 * body has its room until then, and not while a visitor receives it.
	 */
	const callAndWrite = (
		id: string,
		session: StoredSession,
		call: MatchedCall,
		isDirect: boolean,
	): Promise<WrittenResponse> =>
		withBodyRoom(async (room) => {
			const response = await callAs(id, session, call, { isExact: isDirect, room });
			if (isDirect) return { response, text: JSON.stringify(response.body ?? null), wasCut: false };
			const { body, wasCut } = cutList(response.body);
			const text = JSON.stringify((await signInParts(signPictures, body)) ?? {});
			return { response, text, wasCut };
		});

	const sendWritten = (reply: FastifyReply, { response, text, wasCut }: WrittenResponse) => {
		if (wasCut) reply.header(cutHeader, cutFields.join(', '));
		return sendPrivate(reply, response, text);
	};

	const asDirect = (reply: FastifyReply) => reply.header('cache-status', 'daybill; fwd=bypass');

	/** An event as a list has it; undefined where it is not known, not public, or too long to tell every process. */
	const findElement = async (id: string): Promise<unknown> => {
		const found = await cache.find(operationPath('getEvent', { id }));
		if (found?.status !== 200 || !isPublicOf(found, id)) return undefined;
		const { body } = cutList({ events: [JSON.parse(found.body)] });
		const [element] = (body as { events: unknown[] }).events;
		return JSON.stringify(element).length > maxElement ? undefined : element;
	};

	/**
	 * A write changes the lists of the event's people and those of the writer, and the event's counters everywhere.
	 *
	 * @param outcome of a write without a response, or with a status of 500 and more, is not known: it may have had its effect
	 */
	const afterWrite = async (
		sessionId: string,
		{ userId }: StoredSession,
		{ id, name }: MatchedCall,
		outcome: 'done' | 'unknown',
	) => {
		const isAdded = outcome === 'done' && (name === 'joinEvent' || name === 'wishEvent');
		const element = isAdded ? await findElement(id) : undefined;
		const details = outcome === 'done' ? { operation: name, ...(element ? { element } : {}) } : {};
		await ownWrites.end(sessionId, { kind: 'write', eventId: id, userId, ...details });
		writtenEvents.readSoon(sessionId, id);
	};

	/** Sends a person's own list: the one that is kept, or a new one. */
	const sendOwnList = async (
		request: FastifyRequest,
		reply: FastifyReply,
		sessionId: string,
		session: StoredSession,
		call: MatchedCall,
	) => {
		let fetched: ServiceResponse | undefined;
		let failure: unknown;
		const load = (): Promise<CachedResponse> =>
			withBodyRoom(async (room) => {
				try {
					fetched = await callAs(sessionId, session, call, { room });
				} catch (error) {
					failure = error;
					throw error;
				}
				return toOwnList(fetched, signPictures);
			});
		const isReload = /no-cache|max-age=0/.test(request.headers['cache-control'] ?? '');
		const kept = await ownLists
			.read(call.name, call.path, load, isReload ? clock() : 0)
			// Somebody else's failure: two browsers of one person wait for one call, with the token of one of them.
			.catch(() => undefined);
		const isOver = failure instanceof ProblemError && failure.problem.status === 401;
		if (isOver || (kept === undefined && failure !== undefined)) throw failure;
		if (fetched !== undefined && kept?.result.startsWith('fwd')) {
			if (kept.response.wasCut === true) reply.header(cutHeader, cutFields.join(', '));
			return sendPrivate(reply, fetched, kept.response.body);
		}
		if (kept?.response.status !== 200)
			return sendWritten(reply, await callAndWrite(sessionId, session, call, false));
		metrics.cacheResult(call.name, kept.result);
		return sendShared(request, reply, kept.response, kept.result);
	};

	const sendShared = async (
		request: FastifyRequest,
		reply: FastifyReply,
		response: CachedResponse,
		result: CacheResult,
	) => {
		if (response.wasCut === true) reply.header(cutHeader, cutFields.join(', '));
		if (response.retryAfter !== undefined) reply.header('retry-after', response.retryAfter);
		const { encoding, bytes } = await encodeBody(response, request.headers['accept-encoding']);
		if (encoding !== 'identity') reply.header('content-encoding', encoding);
		return (
			reply
				.code(response.status)
				// Somebody's session could be read off what a browser keeps of it: which lists, and when.
				.header('cache-control', reply.hasHeader(epochHeader) ? 'private, no-store' : 'private, no-cache')
				.header('cache-status', `daybill; ${result}`)
				.header('vary', 'accept-encoding')
				.type('application/json; charset=utf-8')
				.send(bytes)
		);
	};

	const handle = async (request: FastifyRequest, reply: FastifyReply) => {
		const call = matchCall(request.method, (request.raw.url ?? '').slice(apiPrefix.length));
		const id = cookies.session(request);
		const session = id === undefined ? undefined : await store.get(id);
		if (id !== undefined && session === undefined) cookies.clearSession(reply);
		if (id !== undefined && session !== undefined) reply.header(epochHeader, sessionEpoch(id));
		const isRead = call.operation.method === 'GET';
		const direct = request.headers[directHeader.toLowerCase()];
		const isDirect = direct === 'anonymous' || direct === 'session';
		if (isDirect) {
			await directLimit.count(request, session === undefined ? undefined : id);
			metrics.cacheResult(call.name, 'fwd=bypass');
		}
		if (direct === 'anonymous') {
			const response = await service.call(call.operation.method, call.path, undefined, { isExact: true });
			if (response.error?.code === 112) budget.seeSpent();
			return sendPrivate(asDirect(reply), response, JSON.stringify(response.body ?? null));
		}
		if (!isRead && session === undefined) {
			throw id === undefined
				? new ProblemError('signed_out', 'Please sign in first.')
				: sessionOver('session_expired');
		}

		const callPrivately = async (sessionId: string, found: StoredSession) => {
			if (!isRead) await ownWrites.begin(sessionId, call.id);
			const begunAt = clock();
			const written = await callAndWrite(sessionId, found, call, direct === 'session').catch(
				async (error: unknown) => {
					if (!isRead) await afterWrite(sessionId, found, call, 'unknown');
					throw error;
				},
			);
			const { status } = written.response;
			if (!isRead && status >= 300 && status < 500)
				await ownWrites.reject(sessionId, found, call.id, begunAt);
			else if (!isRead) await afterWrite(sessionId, found, call, status < 300 ? 'done' : 'unknown');
			return sendWritten(direct === 'session' ? asDirect(reply) : reply, written);
		};
		const isOwn = call.id !== '' && call.id === session?.userId;
		const dependsOnCaller =
			direct === 'session' ||
			(call.name === 'getEvent' && session?.unreadWrites.includes(call.id) === true) ||
			isOwn ||
			tokenNeeds.includes(call.name);
		if (id !== undefined && session !== undefined && isOwn && isOwnList(call.name) && !isDirect) {
			await writtenEvents.settle(id, session);
			return sendOwnList(request, reply, id, session, call);
		}
		if (id !== undefined && session !== undefined && (!isRead || dependsOnCaller))
			return callPrivately(id, session);

		if (id !== undefined && session !== undefined) await writtenEvents.settle(id, session);
		const { response, result } = await cache.read(call.name, call.path, () => read(call.name, call.path));
		metrics.cacheResult(call.name, result);
		if (response.code === 112) budget.seeSpent();
		if (mayDifferByToken(call, response) && id !== undefined && session !== undefined)
			return callPrivately(id, session);
		return sendShared(request, reply, response, result);
	};

	app.route({ method: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'], url: `${apiPrefix}/*`, handler: handle });
}
