/** `POST /auth/token` (design §4): a code for a session, or a refresh of the session's tokens. No token is sent out. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Session } from '../../contract/bff-api/session.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { ProblemError } from '../http/problem.ts';
import type { Cookies } from '../session/cookies.ts';
import { hashSecret, newSecret } from '../session/encryption.ts';
import { endingOf, type Refresher, toPair } from '../session/refresh.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { BffSettings } from '../settings.ts';
import type { Upstream } from '../upstream/client.ts';
import { describeSession } from './session-routes.ts';

/** Milliseconds for which a repeated code gets the same response: a page that mounts twice sends it twice. */
const repeatWindow = 5_000;

/** An authorization code may be of any length (Spec §4.1): as much as a request line has room for. */
const code = z.string().min(1).max(8_000);
const secret = z.string().min(1).max(2_000);
const tokenSchema = z.discriminatedUnion('grant_type', [
	z.strictObject({
		grant_type: z.literal('authorization_code'),
		code,
		state: secret,
		code_verifier: secret.optional(),
	}),
	z.strictObject({ grant_type: z.literal('refresh_token') }),
]);
type CodeRequest = Extract<z.infer<typeof tokenSchema>, { grant_type: 'authorization_code' }>;

interface Exchange {
	status: number;
	body: unknown;
	/** Id of the new session, when the exchange succeeded. */
	sessionId?: string;
}

const loginMismatch = () =>
	new ProblemError(
		'login_mismatch',
		'This sign-in did not start in this browser, or it is too old. Please sign in again.',
	);

export function addTokenRoute(
	app: FastifyInstance,
	settings: BffSettings,
	{
		store,
		cookies,
		upstream,
		refresher,
		clock,
		onSignIn,
	}: {
		store: SessionStore;
		cookies: Cookies;
		upstream: Upstream;
		refresher: Refresher;
		/** Milliseconds since 1970. */
		clock: () => number;
		/** Called with every new session; when it fails, the sign-in still succeeds. */
		onSignIn: (userId: string, sessionId: string) => Promise<void>;
	},
): void {
	const recent = new LRUCache<string, Promise<Exchange>>({
		max: 1_000,
		ttl: repeatWindow,
		ttlResolution: 0,
		perf: { now: clock },
	});

	/** @param log names the request; what the service says besides its code may repeat a secret, and is not logged */
	const exchange = async (
		{ code, state, code_verifier }: CodeRequest,
		nonce: string,
		oldId: string | undefined,
		log: FastifyBaseLogger,
	): Promise<Exchange> => {
		const login = await store.takeLogin(nonce);
		if (login === undefined || login.endsAt <= clock() || login.stateHash !== hashSecret(state))
			throw loginMismatch();
		const result = await upstream
			.token({
				grant_type: 'authorization_code',
				code,
				...(settings.pkce && code_verifier !== undefined ? { code_verifier } : {}),
			})
			.catch(async (error: unknown) => {
				log.warn({ err: error }, 'a sign-in failed: the code could not be exchanged');
				// The code was not used, so the same sign-in may be tried again.
				if (error instanceof ProblemError && error.problem.reason === 'service_unreachable') {
					await store.beginLogin(nonce, login);
				}
				throw error;
			});
		if ('error' in result) {
			const { status, error } = result;
			log.warn(
				{ code: error.code, status },
				'a sign-in failed: the service rejected the exchange of the code',
			);
			return { status, body: error };
		}
		const session = {
			userId: result.tokens.userId ?? '',
			scope: settings.scope,
			tokens: toPair(result.tokens, clock()),
		};
		// A new id at every sign-in: an id that an attacker planted before is worth nothing after it.
		const sessionId = newSecret();
		if (oldId !== undefined) await store.delete(oldId);
		await store.create(sessionId, session);
		await onSignIn(session.userId, sessionId).catch((error: unknown) =>
			app.log.warn({ err: error }, 'what follows a sign-in failed'),
		);
		return { status: 200, body: describeSession(sessionId, session), sessionId };
	};

	const exchangeOnce = async (request: FastifyRequest, reply: FastifyReply, grant: CodeRequest) => {
		const nonce = cookies.nonce(request, grant.state);
		if (nonce === undefined) throw loginMismatch();
		const key = hashSecret(`${nonce} ${grant.code} ${grant.state}`);
		const earlier = recent.get(key);
		const promise = earlier ?? exchange(grant, nonce, cookies.session(request), request.log);
		if (earlier === undefined) {
			recent.set(key, promise);
			// The window starts when the call ends, however long it took.
			promise.then(
				() => recent.set(key, promise),
				() => recent.delete(key),
			);
		}
		const { status, body, sessionId } = await promise;
		if (sessionId !== undefined) {
			// The session may have ended meanwhile, here or at another process: a repeated code must not bring it back.
			if (earlier !== undefined && (await store.get(sessionId)) === undefined) throw loginMismatch();
			cookies.setSession(request, reply, sessionId);
		}
		return reply.code(status).send(body);
	};

	/** A refresh at the person's request (the developers' console): 119 and 124 are passed on. */
	const refreshNow = async (
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<Session | FastifyReply> => {
		const id = cookies.session(request);
		const session = id === undefined ? undefined : await store.get(id);
		if (id === undefined || session === undefined)
			throw new ProblemError('signed_out', 'Please sign in first.');
		const result = await refresher.refreshNow(id);
		if (!('error' in result)) return describeSession(id, result);
		if (endingOf(result.error.code) !== undefined) cookies.clearSession(reply);
		return reply.code(result.status).send(result.error);
	};

	app.post(bffPatterns.token, async (request, reply) => {
		const body = tokenSchema.safeParse(request.body);
		if (!body.success) {
			throw new ProblemError(
				'invalid_request',
				'grant_type must be authorization_code, with code and state, or refresh_token.',
			);
		}
		return body.data.grant_type === 'refresh_token'
			? refreshNow(request, reply)
			: exchangeOnce(request, reply, body.data);
	});
}
