/** Finds the signed-in person who sent a request (the caller), and calls the service with their token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { epochHeader } from '../../contract/bff-api/session-headers.ts';
import type { Call } from '../../contract/spec/call.ts';
import { personLists } from '../../contract/spec/operations.ts';
import { ProblemError } from '../problems/problem.ts';
import type { CallOptions, Upstream } from '../upstream/client.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import { endingOf, type Refresher, sessionEnded } from './refresh.ts';
import type { Cookies } from './session-cookies.ts';
import { epochOf, personOf, type SessionStore } from './session-store.ts';

export interface Caller {
	/** The cookie's value, a secret. */
	sessionId: string;
	/** Empty if the service doesn't say who signed in. */
	userId: string;
	/** Refreshes an expired token. @throws ProblemError if the session has ended; whatever `Upstream.call` throws */
	call(call: Call, options?: CallOptions): Promise<ServiceResponse>;
}

interface CallerParts {
	upstream: Pick<Upstream, 'call'>;
	sessions: Pick<SessionStore, 'get' | 'end' | 'reasonOf'>;
	refresher: Pick<Refresher, 'isExpired' | 'refresh'>;
}

/** Codes about an account (Spec §7): the caller's, or that of the person whose list or event was requested. */
const accountCodes: ReadonlySet<number | undefined> = new Set([121, 122, 128]);

function isAboutOther(code: number | undefined, { operation, parameters }: Call, callerId: string): boolean {
	if (!accountCodes.has(code)) return false;
	// An event, or a join of it, may be rejected because of its owner's account. After a rejected write, `send-change.ts`
	// reads the caller's own lists.
	return !personLists.some((name) => name === operation) || parameters.id !== callerId;
}

/** Reads the session with this id; null if it has ended. */
async function openCaller(parts: CallerParts, id: string): Promise<Caller | null> {
	const { upstream, sessions, refresher } = parts;
	const opened = await sessions.get(id);
	if (opened === undefined) return null;
	let latest = opened;
	const { userId } = opened;

	const callWith = async (call: Call, given: CallOptions, mayRepeat: boolean): Promise<ServiceResponse> => {
		let session = latest;
		const options = { ...given, person: personOf(id, session) };
		const refresh = async () => {
			session = await refresher.refresh(id, session.tokens.accessToken);
			latest = session;
		};
		const send = () => upstream.call(call, session.tokens.accessToken, options);
		if (refresher.isExpired(session.tokens)) await refresh();
		let response = await send();
		if (response.error?.code === 106) {
			// The rejected call had no effect, so even a write may be repeated.
			await refresh();
			response = await send();
		}
		const code = response.error?.code;
		const ending = endingOf(code);
		if (ending === undefined || isAboutOther(code, call, userId)) return response;
		// Another process may have refreshed the tokens.
		const now = await sessions.get(id);
		if (now !== undefined && now.version !== session.version && mayRepeat) {
			latest = now;
			return callWith(call, given, false);
		}
		await sessions.end(id, ending);
		throw sessionEnded(ending, code);
	};
	return { sessionId: id, userId, call: (call, options = {}) => callWith(call, options, true) };
}

export function addCallers(app: FastifyInstance, cookies: Cookies, parts: CallerParts) {
	// Doesn't clear the cookie: when this response arrives, the browser may have a newer session's cookie.
	app.addHook('onError', async (request, reply, error) => {
		const hasEnded = error instanceof ProblemError && error.problem.status === 401;
		if (hasEnded && cookies.session(request) !== undefined) cookies.clearCaches(reply);
	});

	/** Finds the caller; null if nobody is signed in, or if the page was made for another person. */
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
		/** Finds the caller. @throws ProblemError signed_out or session_expired if there is none */
		async require(request: FastifyRequest): Promise<Caller> {
			const caller = await find(request);
			if (caller !== null) return caller;
			const sessionId = cookies.session(request);
			throw sessionId === undefined
				? new ProblemError('signed_out', 'Sign in first.')
				: sessionEnded(await parts.sessions.reasonOf(sessionId));
		},
		/** Opens a session without a cookie, for the secret calendar; null if it has ended. */
		open: (sessionId: string) => openCaller(parts, sessionId),
	};
}

/** Sets the status and headers of a response that only one person may see. */
export function asPrivate(
	reply: FastifyReply,
	{ status, limitHeaders = {}, retryAfter }: Partial<ServiceResponse> & Pick<ServiceResponse, 'status'>,
): FastifyReply {
	// Not with `reply.header`: Fastify would send the names in lower case.
	for (const [name, value] of Object.entries(limitHeaders)) reply.raw.setHeader(name, value);
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	return reply
		.code(status)
		.header('cache-control', 'private, no-store')
		.type('application/json; charset=utf-8');
}
