/**
 * Reading one's own writes (design §5). When a session has changed an event, its counters in shared responses are wrong.
 * The next read of that event by the session has the right ones, which are then written into every shared response. The
 * session gets a shared response only after that, so a call is made only for people who have written, and none when the
 * app has read the event anyway. What a session has written is in its record, which every process reads with each request.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceResponse } from '../service/client.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import type { Changes } from './changes.ts';
import type { SharedCache } from './shared-cache.ts';
import { readCounters } from './wire-body.ts';

type Writer = Pick<StoredSession, 'unreadWrites'>;

export interface OwnWrites {
	/** Notes that the session has changed an event. */
	note(sessionId: string, eventId: string): Promise<void>;
	/** Writes the counters of a fresh response for an event into shared responses. */
	apply(sessionId: string, session: Writer, eventId: string, response: ServiceResponse): Promise<void>;
	/** Reads again every event that the session has changed and not read since. @param read must call `apply` */
	settle(session: Writer, read: (eventId: string) => Promise<unknown>): Promise<void>;
}

/** @param log a write that cannot be noted has succeeded all the same: it is logged, and nothing is thrown */
export function createOwnWrites(
	cache: SharedCache,
	changes: Changes,
	store: Pick<SessionStore, 'noteWrite' | 'forgetWrite'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
): OwnWrites {
	const attempt = (noting: Promise<void>) =>
		noting.catch((error: unknown) => log.warn({ err: error }, 'a write could not be noted'));
	return {
		note: (sessionId, eventId) => attempt(store.noteWrite(sessionId, eventId)),
		async apply(sessionId, { unreadWrites }, eventId, { status, body }) {
			const counters = status === 200 ? readCounters(body) : null;
			const wasNoted = unreadWrites.includes(eventId);
			// Most reads bring nothing new, and need not be told to other processes.
			if (counters !== null && (cache.repair(counters) || wasNoted))
				await changes.publish({ kind: 'counters', ...counters });
			if (wasNoted) await attempt(store.forgetWrite(sessionId, eventId));
		},
		async settle({ unreadWrites }, read) {
			if (unreadWrites.length === 0) return;
			await changes.catchUp();
			// When a read fails, the list is sent all the same; its counters are right after its next fetch.
			await Promise.allSettled(unreadWrites.map(read));
		},
	};
}
