/** The specification's operations at /api (design §4, §5): shared reads, private reads, and writes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operationPath, operations } from '../../contract/operations.ts';
import { apiPrefix, cutFields, cutHeader, directHeader } from '../../contract/session.ts';
import type { SeenLimits } from '../auth/session.ts';
import type { Budget } from '../budget.ts';
import type { Metrics } from '../metrics.ts';
import { ProblemError } from '../problem.ts';
import { readRateLimit, type Service, type ServiceAnswer } from '../service.ts';
import type { Cookies } from '../session/cookies.ts';
import { endingOf, type Refresher, sessionOver } from '../session/refresh.ts';
import type { SessionStore, StoredSession } from '../session/session.ts';
import { cutList } from './cut.ts';
import { encodeBody } from './encoded-body.ts';
import { type MatchedCall, matchCall } from './match.ts';
import { createOwnWrites } from './own-writes.ts';
import { readPublic } from './public-read.ts';
import type { CachedAnswer, CacheResult, SharedCache } from './shared-cache.ts';

export interface ProxyParts {
	service: Service;
	store: SessionStore;
	cookies: Cookies;
	refresher: Refresher;
	cache: SharedCache;
	seenLimits: SeenLimits;
	budget: Budget;
	metrics: Metrics;
	clock: () => number;
}

export function addProxyRoutes(app: FastifyInstance, parts: ProxyParts): void {
	const { service, store, cookies, refresher, cache, seenLimits, budget, metrics, clock } = parts;
	const ownWrites = createOwnWrites(cache);
	/** Operations that the service has refused to answer without a token (102). */
	const needsToken = new Set<string>();

	/** Calls with the session's token, refreshed when the service says 106 or its counted life is over. */
	const callAs = async (
		id: string,
		found: StoredSession,
		call: MatchedCall,
		mayRepeat = true,
	): Promise<ServiceAnswer> => {
		const { operation, path } = call;
		let session = refresher.isOver(id, found.tokens)
			? await refresher.refresh(id, found.tokens.accessToken)
			: found;
		let answer = await service.call(operation.method, path, session.tokens.accessToken);
		if (answer.error?.code === 106) {
			// A 106 was refused before it had any effect, so repeating is safe for writes too.
			session = await refresher.refresh(id, session.tokens.accessToken);
			answer = await service.call(operation.method, path, session.tokens.accessToken);
		}
		const ending = endingOf(answer.error?.code);
		const aboutTheCaller = answer.error?.code !== 121;
		if (ending !== undefined && aboutTheCaller) {
			// Another process may have renewed the tokens while this call was under way.
			const now = await store.get(id);
			if (now !== undefined && now.version !== session.version && mayRepeat)
				return callAs(id, now, call, false);
			await store.delete(id);
			throw sessionOver(ending, answer.error?.code);
		}
		const rateLimit = readRateLimit(answer.limitHeaders, clock());
		if (rateLimit !== null) {
			seenLimits.set(id, rateLimit);
			budget.see(rateLimit);
		}
		if (answer.error?.code === 112) budget.seeSpent();
		if (call.name === 'getEvent') ownWrites.learn(id, path, answer);
		return answer;
	};

	const sendAnswer = (reply: FastifyReply, answer: ServiceAnswer) => {
		const { body, wasCut } = cutList(answer.body);
		for (const [name, value] of Object.entries(answer.limitHeaders)) reply.raw.setHeader(name, value);
		if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
		if (wasCut) reply.header(cutHeader, cutFields.join(', '));
		return reply
			.code(answer.status)
			.header('cache-control', 'private, no-store')
			.type('application/json; charset=utf-8')
			.send(JSON.stringify(body ?? {}));
	};

	/** For the developers' console: the answer as it came. */
	const sendDirect = (reply: FastifyReply, answer: ServiceAnswer) => {
		for (const [name, value] of Object.entries(answer.limitHeaders)) reply.raw.setHeader(name, value);
		if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
		return reply
			.code(answer.status)
			.header('cache-control', 'private, no-store')
			.header('cache-status', 'daybill; fwd=bypass')
			.type('application/json; charset=utf-8')
			.send(JSON.stringify(answer.body ?? null));
	};

	/** What a write changes: the lists of the event's people and of the writer, and the event's counters everywhere. */
	const afterWrite = (sessionId: string, { userId }: StoredSession, { id }: MatchedCall) => {
		const eventPath = operationPath('getEvent', { id });
		cache.forget(
			(path) =>
				path.startsWith(`${eventPath}/`) ||
				(path.startsWith('/v2/event/user_') && path.split(/[/?]/).includes(userId)),
		);
		ownWrites.note(sessionId, eventPath);
	};

	const readEventAgain = (sessionId: string, session: StoredSession) => (path: string) =>
		callAs(sessionId, session, {
			name: 'getEvent',
			operation: operations.getEvent,
			id: path.slice(path.lastIndexOf('/') + 1),
			path,
		});

	const sendShared = async (
		request: FastifyRequest,
		reply: FastifyReply,
		answer: CachedAnswer,
		result: CacheResult,
	) => {
		if (answer.body.includes('"events":[')) reply.header(cutHeader, cutFields.join(', '));
		const { encoding, bytes } = await encodeBody(answer, request.headers['accept-encoding']);
		if (encoding !== 'identity') reply.header('content-encoding', encoding);
		return reply
			.code(answer.status)
			.header('cache-control', 'private, no-cache')
			.header('cache-status', `daybill; ${result}`)
			.header('vary', 'accept-encoding')
			.type('application/json; charset=utf-8')
			.send(bytes);
	};

	const handle = async (request: FastifyRequest, reply: FastifyReply) => {
		const call = matchCall(request.method, (request.raw.url ?? '').slice(apiPrefix.length));
		const id = cookies.session(request);
		const session = id === undefined ? undefined : await store.get(id);
		if (id !== undefined && session === undefined) cookies.clearSession(reply);
		const isRead = call.operation.method === 'GET';
		const direct = request.headers[directHeader.toLowerCase()];
		if (direct === 'anonymous')
			return sendDirect(reply, await service.call(call.operation.method, call.path, undefined));
		if (!isRead && session === undefined) {
			throw id === undefined
				? new ProblemError('signed_out', 'Please sign in first.')
				: sessionOver('session_expired');
		}

		const callPrivately = async (sessionId: string, found: StoredSession) => {
			try {
				const answer = await callAs(sessionId, found, call);
				if (!isRead && answer.status < 300) afterWrite(sessionId, found, call);
				return direct === 'session' ? sendDirect(reply, answer) : sendAnswer(reply, answer);
			} catch (error) {
				if (error instanceof ProblemError && error.problem.status === 401) cookies.clearSession(reply);
				throw error;
			}
		};
		const dependsOnCaller =
			direct === 'session' ||
			call.name === 'getEvent' ||
			call.id === session?.userId ||
			needsToken.has(call.name);
		if (id !== undefined && session !== undefined && (!isRead || dependsOnCaller))
			return callPrivately(id, session);

		if (id !== undefined && session !== undefined) await ownWrites.settle(id, readEventAgain(id, session));
		const { answer, result } = await cache.read(call.name, call.path, () => readPublic(service, call.path));
		metrics.cacheResult(call.name, result);
		if (answer.code === 102) needsToken.add(call.name);
		if (answer.code === 112) budget.seeSpent();
		// Closed to the anonymous, or their budget is spent: the caller's own token and budget are there.
		const callersTurn = answer.code === 102 || answer.code === 112;
		if (callersTurn && id !== undefined && session !== undefined) return callPrivately(id, session);
		return sendShared(request, reply, answer, result);
	};

	app.route({ method: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'], url: `${apiPrefix}/*`, handler: handle });
}
