/**
 * Reading one's own writes (design §5). When a session has changed an event, its counters in shared responses are wrong.
 * The next read of that event by the session has the right ones, which are then written into every shared response. The
 * session gets a shared response only after that, so a call is made only for people who have written, and none when the
 * app has read the event anyway. With Redis, every process knows what a session has written at another.
 */
import { LRUCache } from 'lru-cache';
import type { ServiceResponse } from '../service/client.ts';
import { hashSecret } from '../session/encryption.ts';
import type { BestEffort } from '../storage/best-effort.ts';
import type { Changes } from './changes.ts';
import type { SharedCache } from './shared-cache.ts';
import { readCounters } from './wire-body.ts';

/** Milliseconds for which a write is remembered: by then the shared responses have been fetched anew. */
const lifetime = 3_600_000;
/** Sessions, and events of each, that are remembered at once: every one is a call when the session reads a list. */
const maxSessions = 10_000;
const maxEvents = 20;

export interface OwnWrites {
	/** Notes that the session has changed an event. */
	note(sessionId: string, eventId: string): Promise<void>;
	/** Writes the counters of a fresh response for an event into shared responses. */
	apply(sessionId: string, eventId: string, response: ServiceResponse): Promise<void>;
	/** Reads again every event that the session has changed and not read since. @param read must call `apply` */
	settle(sessionId: string, read: (eventId: string) => Promise<unknown>): Promise<void>;
}

/** Ids of events that sessions have changed, in the order of the changes. */
interface NotedWrites {
	add(sessionId: string, eventId: string): Promise<void>;
	remove(sessionId: string, eventId: string): Promise<void>;
	/** @returns undefined for a session that has changed nothing for an hour */
	list(sessionId: string): Promise<string[] | undefined>;
}

function createNotedWrites(): NotedWrites {
	const changed = new LRUCache<string, Set<string>>({ max: maxSessions, ttl: lifetime });
	return {
		async add(sessionId, eventId) {
			const ids = new Set(changed.get(sessionId)).add(eventId);
			changed.set(sessionId, new Set([...ids].slice(-maxEvents)));
		},
		async remove(sessionId, eventId) {
			changed.get(sessionId)?.delete(eventId);
		},
		list: async (sessionId) => {
			const ids = changed.get(sessionId);
			return ids === undefined ? undefined : [...ids];
		},
	};
}

/** A sorted set for each session, by the time of the change. */
const noteScript = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1] * 1000000 + time[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[2] - 1)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`;

function createSharedNotedWrites(attempt: BestEffort): NotedWrites {
	const keyOf = (sessionId: string) => `daybill:writes:${hashSecret(sessionId)}`;
	/** What is noted while Redis is away. */
	const here = createNotedWrites();
	return {
		async add(sessionId, eventId) {
			await here.add(sessionId, eventId);
			const args = [eventId, String(maxEvents), String(lifetime)];
			await attempt((client) => client.eval(noteScript, { keys: [keyOf(sessionId)], arguments: args }));
		},
		async remove(sessionId, eventId) {
			await here.remove(sessionId, eventId);
			await attempt((client) => client.zRem(keyOf(sessionId), eventId));
		},
		async list(sessionId) {
			const ids = await attempt((client) => client.zRange(keyOf(sessionId), 0, -1));
			const local = await here.list(sessionId);
			if (local === undefined && (ids ?? []).length === 0) return undefined;
			return [...new Set([...(ids ?? []), ...(local ?? [])])];
		},
	};
}

/** @param attempt for processes that share what they know */
export function createOwnWrites(cache: SharedCache, changes: Changes, attempt?: BestEffort): OwnWrites {
	const noted = attempt === undefined ? createNotedWrites() : createSharedNotedWrites(attempt);
	return {
		note: noted.add,
		async apply(sessionId, eventId, { status, body }) {
			const counters = status === 200 ? readCounters(body) : null;
			const wasNoted = (await noted.list(sessionId))?.includes(eventId) === true;
			// Most reads bring nothing new, and need not be told to other processes.
			if (counters !== null && (cache.repair(counters) || wasNoted))
				await changes.publish({ kind: 'counters', ...counters });
			if (wasNoted) await noted.remove(sessionId, eventId);
		},
		async settle(sessionId, read) {
			const ids = await noted.list(sessionId);
			if (ids === undefined) return;
			await changes.catchUp();
			// When a read fails, the list is sent all the same; its counters are right after its next fetch.
			await Promise.allSettled(ids.map(read));
		},
	};
}
