/** The signed-in person who sent a request, and their calls to the service. Expired tokens are refreshed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { epochHeader } from '../../contract/bff-api/session.ts';
import type { Call } from '../../contract/spec/call.ts';
import { personLists } from '../../contract/spec/operations.ts';
import { ProblemError } from '../problems/problem.ts';
import type { CallOptions, Upstream } from '../upstream/client.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import { endingOf, type Refresher, sessionEnded } from './refresh.ts';
import type { Cookies } from './session-cookies.ts';
import { epochOf, personOf, type SessionStore } from './session-store.ts';

export interface Caller {
	/** Secret: the cookie's value. */
	sessionId: string;
	/** Empty if the service doesn't say who signed in. */
	userId: string;
	/** @throws ProblemError with the reason if the session has ended; otherwise whatever `Upstream.call` throws */
	call(call: Call, options?: CallOptions): Promise<ServiceResponse>;
}

interface CallerParts {
	upstream: Pick<Upstream, 'call'>;
	sessions: Pick<SessionStore, 'get' | 'delete'>;
	refresher: Pick<Refresher, 'isExpired' | 'refresh'>;
}

/** Then a call reads the session again: work may outlast the request, and the person may have signed out. */
const maxAgeMs = 10_000;

/** Codes about an account (Spec §7): the caller's, or the account whose list was requested. */
const accountCodes: ReadonlySet<number | undefined> = new Set([122, 128]);

function isAboutOther(code: number | undefined, { operation, parameters }: Call, callerId: string): boolean {
	// A deleted caller would get 103, since the token is invalid too.
	if (code === 121) return true;
	const isPersonList = personLists.some((name) => name === operation);
	return accountCodes.has(code) && isPersonList && parameters.id !== callerId;
}

/** Opens the session with this id. Null if it has ended. */
export async function openCaller(parts: CallerParts, id: string): Promise<Caller | null> {
	const { upstream, sessions, refresher } = parts;
	let [latest, readAt] = [await sessions.get(id), performance.now()];
	if (latest === undefined) return null;
	const { userId } = latest;

	const callWith = async (call: Call, given: CallOptions, mayRepeat: boolean): Promise<ServiceResponse> => {
		if (performance.now() - readAt > maxAgeMs) [latest, readAt] = [await sessions.get(id), performance.now()];
		if (latest === undefined) throw sessionEnded('session_expired');
		let session = latest;
		const options = { ...given, person: personOf(id, session) };
		const refresh = async () => {
			session = await refresher.refresh(id, session.tokens.accessToken);
			latest = session;
		};
		if (refresher.isExpired(session.tokens)) await refresh();
		let response = await upstream.call(call, session.tokens.accessToken, options);
		if (response.error?.code === 106) {
			// A 106 means that the call had no effect, so repeating a write is safe.
			await refresh();
			response = await upstream.call(call, session.tokens.accessToken, options);
		}
		const code = response.error?.code;
		const ending = endingOf(code);
		if (ending === undefined || isAboutOther(code, call, userId)) return response;
		// Another process may have refreshed the tokens in the meantime.
		const now = await sessions.get(id);
		if (now !== undefined && now.version !== session.version && mayRepeat) {
			latest = now;
			return callWith(call, given, false);
		}
		await sessions.delete(id);
		throw sessionEnded(ending, code);
	};
	return { sessionId: id, userId, call: (call, options = {}) => callWith(call, options, true) };
}

export function addCallers(app: FastifyInstance, cookies: Cookies, parts: CallerParts) {
	// The cookie stays: when this response arrives, the browser may have a newer session's.
	app.addHook('onError', async (request, reply, error) => {
		const hasEnded = error instanceof ProblemError && error.problem.status === 401;
		if (hasEnded && cookies.session(request) !== undefined) cookies.clearCaches(reply);
	});

	/** Reads the session. Null if nobody is signed in, or if the page shows another person. */
	const find = async (request: FastifyRequest): Promise<Caller | null> => {
		const sessionId = cookies.session(request);
		const caller = sessionId === undefined ? null : await openCaller(parts, sessionId);
		const epoch = request.headers[epochHeader.toLowerCase()];
		return caller === null || epoch === undefined || epoch === epochOf(caller.sessionId, caller)
			? caller
			: null;
	};
	return {
		find,
		/** @throws ProblemError signed_out, session_expired */
		async require(request: FastifyRequest): Promise<Caller> {
			const caller = await find(request);
			if (caller !== null) return caller;
			throw cookies.session(request) === undefined
				? new ProblemError('signed_out', 'Sign in first.')
				: sessionEnded('session_expired');
		},
		/** For the secret calendar, whose requests have no cookie. Null if the session has ended. */
		open: (sessionId: string) => openCaller(parts, sessionId),
	};
}

/** Sets the status and headers of a response that only one user may see. */
export function asPrivate(
	reply: FastifyReply,
	{ status, limitHeaders, retryAfter }: Omit<ServiceResponse, 'readBody' | 'error'>,
): FastifyReply {
	// Set on the raw response, because Fastify would send the names in lower case.
	for (const [name, value] of Object.entries(limitHeaders)) reply.raw.setHeader(name, value);
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	return reply
		.code(status)
		.header('cache-control', 'private, no-store')
		.type('application/json; charset=utf-8');
}
