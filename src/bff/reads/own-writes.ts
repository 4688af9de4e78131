/**
 * Reading one's own writes (design §5). When a session has changed an event, its counters in shared responses are wrong.
 * The next read of that event by the session has the right ones, which are then written into every shared response. The
 * session gets a shared response only after that, so a call is made only for people who have written, and none when the
 * app has read the event anyway.
 */
import { LRUCache } from 'lru-cache';
import type { ServiceResponse } from '../service/client.ts';
import type { SharedCache } from './shared-cache.ts';
import { readCounters } from './wire-body.ts';

/** Milliseconds for which a write is remembered: by then the shared responses have been fetched anew. */
const lifetime = 3_600_000;
/** Sessions, and events of each, that are remembered at once: every one is a call when the session reads a list. */
const maxSessions = 10_000;
const maxEvents = 20;

export interface OwnWrites {
	/** Notes that the session has changed an event. */
	note(sessionId: string, eventId: string): void;
	/** Writes the counters of a fresh response for an event into shared responses. */
	apply(sessionId: string, eventId: string, response: ServiceResponse): void;
	/** Reads again every event that the session has changed and not read since. @param read must call `apply` */
	settle(sessionId: string, read: (eventId: string) => Promise<unknown>): Promise<void>;
}

export function createOwnWrites(cache: SharedCache): OwnWrites {
	const changed = new LRUCache<string, Set<string>>({ max: maxSessions, ttl: lifetime });
	return {
		note(sessionId, eventId) {
			const ids = new Set(changed.get(sessionId)).add(eventId);
			changed.set(sessionId, new Set([...ids].slice(-maxEvents)));
		},
		apply(sessionId, eventId, { status, body }) {
			const counters = status === 200 ? readCounters(body) : null;
			if (counters !== null) cache.repair(counters);
			changed.get(sessionId)?.delete(eventId);
		},
		async settle(sessionId, read) {
			const ids = [...(changed.get(sessionId) ?? [])];
			// When a read fails, the list is sent all the same; its counters are right after its next fetch.
			await Promise.allSettled(ids.map(read));
		},
	};
}
