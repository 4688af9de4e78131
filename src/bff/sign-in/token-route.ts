/** `POST /auth/token`: exchanges a code for a session, or refreshes the session's tokens. Returns no token. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type codeSchema, type Session, sessionSchema, tokenSchema } from '../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { type ErrorBody, errorBodySchema } from '../../contract/spec/resources.ts';
import type { Parts } from '../parts.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import { hashSecret, newSecret } from '../session/encryption.ts';
import { toPair } from '../session/refresh.ts';
import { describeSession } from './session-routes.ts';

/** How long a code that is sent again gets the same response: a page may load twice. */
const repeatWindowMs = 5_000;

const schema = {
	summary: "Exchanges a code for a session, or refreshes the session's tokens. Returns no token.",
	body: tokenSchema,
	response: { 200: sessionSchema, default: errorBodySchema },
	problems: ['session', 'service', 'login_mismatch'],
} as const;

interface SignIn extends z.infer<typeof codeSchema> {
	nonce: string;
	oldId: string | undefined;
	/** Log only codes and statuses of the service's response: other parts may repeat a secret. */
	log: FastifyBaseLogger;
}

interface Exchange {
	status: number;
	body: Session | ErrorBody;
	sessionId?: string;
}

const loginMismatch = () =>
	new ProblemError(
		'login_mismatch',
		'This sign-in did not start in this browser, or it is too old. Sign in again.',
	);

export function addTokenRoute(
	app: FastifyInstance,
	{ settings, sessions, cookies, callers, refresher, upstream, clock }: Parts,
	/** Called with every new session. If it fails, the sign-in still succeeds. */
	onSignIn: (userId: string, sessionId: string) => Promise<void>,
): void {
	const exchange = async ({ code, state, code_verifier, nonce, oldId, log }: SignIn): Promise<Exchange> => {
		if (!(await sessions.takeLogin(nonce, state))) throw loginMismatch();
		const verifier = settings.pkce && code_verifier !== undefined ? { code_verifier } : {};
		const result = await upstream
			.token({ grant_type: 'authorization_code', code, ...verifier })
			.catch(async (error: unknown) => {
				log.warn({ err: error }, 'a sign-in failed: the code could not be exchanged');
				// The service has probably not used the code, so the browser may send it again.
				if (hasReason(error, 'service_unreachable')) await sessions.beginLogin(nonce, state);
				throw error;
			});
		if ('error' in result) {
			const { status, error } = result;
			log.warn({ code: error.code, status }, 'a sign-in failed: the service rejected the code exchange');
			return { status, body: error };
		}
		const session = {
			userId: result.tokens.userId ?? '',
			scope: settings.scope,
			tokens: toPair(result.tokens, clock()),
		};
		// A new id for every sign-in prevents session fixation.
		const sessionId = newSecret();
		await sessions.create(sessionId, session);
		if (oldId !== undefined) await sessions.retire(oldId);
		await onSignIn(session.userId, sessionId).catch((error: unknown) =>
			log.warn({ err: error }, 'could not link the session to the calendar URL'),
		);
		return { status: 200, body: describeSession(sessionId, session), sessionId };
	};

	/** Exchanges that are running or have just ended. */
	const recent = new LRUCache<string, Exchange, SignIn>({
		max: 1_000,
		ttl: repeatWindowMs,
		ttlResolution: 0,
		perf: { now: clock },
		ignoreFetchAbort: true,
		fetchMethod: (_key, _stale, { context }) => exchange(context),
	});

	const exchangeOnce = async (
		request: FastifyRequest,
		reply: FastifyReply,
		grant: z.infer<typeof codeSchema>,
	) => {
		const nonce = cookies.nonce(request, grant.state);
		if (nonce === undefined) throw loginMismatch();
		const key = hashSecret(`${nonce} ${grant.code} ${grant.state}`);
		const context = { ...grant, nonce, oldId: cookies.session(request), log: request.log };
		const { status, body, sessionId } = await recent.forceFetch(key, { context });
		if (sessionId !== undefined) {
			// If the session has ended or been replaced in the meantime, a code that is sent again must not restore it.
			const session = await sessions.get(sessionId);
			if (session === undefined) throw loginMismatch();
			if (!session.isReplaced) cookies.setSession(request, reply, sessionId);
		}
		return reply.code(status).send(body);
	};

	/** Refreshes at the request of the developers' console, which shows the service's error, such as 119 or 124. */
	const refreshNow = async (request: FastifyRequest, reply: FastifyReply) => {
		const { sessionId } = await callers.require(request);
		const result = await refresher.refreshNow(sessionId);
		if (!('error' in result)) return describeSession(sessionId, result);
		return reply.code(result.status).send(result.error);
	};

	app.post(bffPatterns.token, { schema }, async (request, reply) =>
		request.body.grant_type === 'refresh_token'
			? refreshNow(request, reply)
			: exchangeOnce(request, reply, request.body),
	);
}
