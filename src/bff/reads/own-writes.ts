/**
 * Reading one's own writes (design §5). When a session has changed an event, its counters in shared responses are wrong.
 * The next read of that event by the session has the right ones, which are then written into every shared response. The
 * session gets a shared response only after that, so a call is made only for people who have written, and none when the
 * app has read the event anyway. What a session has written is in its record, which every process reads with each request.
 */
import type { FastifyBaseLogger } from 'fastify';
import { meaningOf } from '../../contract/event/rejection.ts';
import { isStoreUnreachable } from '../http/problem.ts';
import type { ServiceResponse } from '../service/client.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import type { Changes, Write } from './changes.ts';
import type { SharedCache } from './shared-cache.ts';
import { readCounters } from './wire-body.ts';

type Writer = Pick<StoredSession, 'userId' | 'unreadWrites' | 'unpublishedWrites'>;

export interface OwnWrites {
	/**
	 * Notes that the session is about to change an event. When this process ends before it has published what came of that,
	 * the next one knows from the note that the person's lists must be fetched again.
	 *
	 * @throws ProblemError store_unreachable, so that nothing is changed of which other processes could not learn
	 */
	begin(sessionId: string, eventId: string): Promise<void>;
	/**
	 * Takes the note back: the service has rejected the write.
	 *
	 * @param session as it was before
	 * @param begunAt when the note was made, in milliseconds since 1970
	 */
	reject(sessionId: string, session: Writer, eventId: string, begunAt: number): Promise<void>;
	/** Publishes what the session has written, and notes that the event is to be read again. */
	end(sessionId: string, write: Write): Promise<void>;
	/**
	 * Writes the counters of a fresh response for an event into shared responses.
	 *
	 * @param session as it was before the read
	 * @param readAt when the read began, in milliseconds since 1970
	 */
	apply(
		sessionId: string,
		session: Writer,
		eventId: string,
		response: ServiceResponse,
		readAt: number,
	): Promise<void>;
	/**
	 * Reads again every event that the session has changed and not read since.
	 *
	 * @param read must call `apply`, with the session that it gets: what this has published is not published again
	 */
	settle<Session extends Writer>(
		session: Session,
		read: (eventId: string, session: Session) => Promise<unknown>,
	): Promise<void>;
}

/** @param log a write that cannot be noted any more has succeeded all the same: it is logged, and nothing is thrown */
export function createOwnWrites(
	cache: SharedCache,
	changes: Changes,
	store: Pick<SessionStore, 'noteWrite' | 'forgetWrite'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
): OwnWrites {
	const logFailure = (error: unknown) => log.warn({ err: error }, 'a write could not be noted');
	const attempt = (noting: Promise<void>) => noting.catch(logFailure);
	/** Publishes what is not known to be published: that the person's lists have changed, somehow. */
	const publishLate = (userId: string, eventId: string) =>
		changes.publish({ kind: 'write', eventId, userId });

	return {
		begin: (sessionId, eventId) =>
			store.noteWrite(sessionId, eventId, false).catch((error: unknown) => {
				if (isStoreUnreachable(error)) throw error;
				logFailure(error);
			}),
		reject: (sessionId, { unreadWrites, unpublishedWrites }, eventId, begunAt) =>
			attempt(
				unreadWrites.includes(eventId)
					? store.noteWrite(sessionId, eventId, !unpublishedWrites.includes(eventId))
					: store.forgetWrite(sessionId, eventId, begunAt),
			),
		async end(sessionId, write) {
			const isPublished = await changes.publish(write);
			// Again: meanwhile the session may have read the event as it was before.
			await attempt(store.noteWrite(sessionId, write.eventId, isPublished));
		},
		async apply(sessionId, { userId, unreadWrites, unpublishedWrites }, eventId, response, readAt) {
			const { status, body, error } = response;
			// A service that fails, or does not want to say now, has said nothing of the event.
			if (status >= 500 || meaningOf({ status, code: error?.code }) === 'limited') return;
			const read = status === 200 ? readCounters(body) : null;
			const counters = read && { ...read, readAt };
			const wasNoted = unreadWrites.includes(eventId);
			let isPublished = !unpublishedWrites.includes(eventId) || (await publishLate(userId, eventId));
			// Most reads bring nothing new, and need not be told to other processes.
			if (counters !== null && (cache.repair(counters) || wasNoted))
				isPublished = (await changes.publish({ kind: 'counters', ...counters })) && isPublished;
			// The session may have changed the event again while this read was under way.
			if (wasNoted && isPublished) await attempt(store.forgetWrite(sessionId, eventId, readAt));
		},
		async settle(session, read) {
			const { userId, unreadWrites } = session;
			if (unreadWrites.length === 0) return;
			await changes.catchUp();
			const tries = session.unpublishedWrites.map(async (eventId) =>
				(await publishLate(userId, eventId)) ? [] : [eventId],
			);
			const told = { ...session, unpublishedWrites: (await Promise.all(tries)).flat() };
			// When a read fails, the list is sent all the same; its counters are right after its next fetch.
			await Promise.allSettled(unreadWrites.map((eventId) => read(eventId, told)));
		},
	};
}
