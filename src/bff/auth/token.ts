/** `POST /auth/token` (design §4): a code for a session, or a refresh of the session's own tokens. No token goes out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Session } from '../../contract/session.ts';
import { ProblemError } from '../problem.ts';
import type { Service } from '../service.ts';
import type { Cookies } from '../session/cookies.ts';
import { hashSecret, newSecret } from '../session/encryption.ts';
import { endingOf, type Refresher, toPair } from '../session/refresh.ts';
import type { SessionStore } from '../session/session.ts';
import type { BffSettings } from '../settings.ts';
import { describeSession } from './session.ts';

/** How long the same code of the same browser gets the same answer, in milliseconds: two mounts of one page. */
const repeatWindow = 5_000;

const secret = z.string().min(1).max(2_000);
const tokenSchema = z.discriminatedUnion('grant_type', [
	z.strictObject({
		grant_type: z.literal('authorization_code'),
		code: secret,
		state: secret,
		code_verifier: secret.optional(),
	}),
	z.strictObject({ grant_type: z.literal('refresh_token') }),
]);
type CodeRequest = Extract<z.infer<typeof tokenSchema>, { grant_type: 'authorization_code' }>;

interface Exchange {
	status: number;
	body: unknown;
	/** The new session's id, when the exchange succeeded. */
	sessionId?: string;
}

export function addTokenRoute(
	app: FastifyInstance,
	settings: BffSettings,
	{
		store,
		cookies,
		service,
		refresher,
		clock,
	}: {
		store: SessionStore;
		cookies: Cookies;
		service: Service;
		refresher: Refresher;
		clock: () => number;
	},
): void {
	const recent = new LRUCache<string, Promise<Exchange>>({ max: 1_000, ttl: repeatWindow });

	const exchange = async (
		{ code, state, code_verifier }: CodeRequest,
		nonce: string,
		oldId: string | undefined,
	): Promise<Exchange> => {
		const login = await store.takeLogin(nonce);
		if (login === undefined || login.endsAt <= clock() || login.stateHash !== hashSecret(state)) {
			throw new ProblemError(
				'login_mismatch',
				'This sign-in did not begin in this browser, or too long ago. Please sign in again.',
			);
		}
		const result = await service
			.token({
				grant_type: 'authorization_code',
				code,
				...(settings.pkce && code_verifier !== undefined ? { code_verifier } : {}),
			})
			.catch(async (error: unknown) => {
				// The code was not spent: the same sign-in may be tried again.
				if (error instanceof ProblemError && error.problem.reason === 'service_unreachable') {
					await store.beginLogin(nonce, login);
				}
				throw error;
			});
		if ('error' in result) return { status: result.status, body: result.error };
		const session = {
			userId: result.tokens.service_user_id,
			scope: settings.scope,
			tokens: toPair(result.tokens, clock()),
		};
		// A new id at every sign-in: one that was planted before is worth nothing after.
		const sessionId = newSecret();
		if (oldId !== undefined) await store.delete(oldId);
		await store.create(sessionId, session);
		return { status: 200, body: describeSession(session), sessionId };
	};

	const exchangeOnce = async (request: FastifyRequest, reply: FastifyReply, grant: CodeRequest) => {
		const nonce = cookies.nonce(request, grant.state);
		if (nonce === undefined) {
			throw new ProblemError(
				'login_mismatch',
				'This sign-in did not begin in this browser. Please sign in again.',
			);
		}
		const key = hashSecret(`${nonce} ${grant.code} ${grant.state}`);
		const promise = recent.get(key) ?? exchange(grant, nonce, cookies.session(request));
		recent.set(key, promise);
		// The window runs from the end of the call, however long it took.
		promise.then(
			() => recent.set(key, promise),
			() => recent.delete(key),
		);
		const { status, body, sessionId } = await promise;
		if (sessionId !== undefined) cookies.setSession(reply, sessionId);
		return reply.code(status).send(body);
	};

	/** A refresh that somebody asked for (the developers' console): 119 and 124 are shown as they come. */
	const refreshNow = async (
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<Session | FastifyReply> => {
		const id = cookies.session(request);
		const session = id === undefined ? undefined : await store.get(id);
		if (id === undefined || session === undefined)
			throw new ProblemError('signed_out', 'Please sign in first.');
		const result = await refresher.refreshNow(id);
		if (!('error' in result)) return describeSession(result);
		if (endingOf(result.error.code) !== undefined) cookies.clearSession(reply);
		return reply.code(result.status).send(result.error);
	};

	app.post('/auth/token', async (request, reply) => {
		const body = tokenSchema.safeParse(request.body);
		if (!body.success) {
			throw new ProblemError(
				'invalid_request',
				'grant_type authorization_code with code and state, or refresh_token, is needed.',
			);
		}
		return body.data.grant_type === 'refresh_token'
			? refreshNow(request, reply)
			: exchangeOnce(request, reply, body.data);
	});
}
