/**
 * Reading one's own writes (design §5). What a session has changed is noted; the next reading of that event tells its
 * counters, which are then written into every shared answer. A shared answer is given to the session only after that,
 * so the reading costs a call only for who has written, and none when the app has asked for the event anyway.
 */
import { LRUCache } from 'lru-cache';
import type { ServiceAnswer } from '../service.ts';
import type { EventCounters, SharedCache } from './shared-cache.ts';

/** Milliseconds for which a write is remembered: by then the shared answers have been fetched anew. */
const life = 3_600_000;

export interface OwnWrites {
	/** Notes that the session has changed the event at `path`. */
	note(sessionId: string, path: string): void;
	/** Takes the counters of a fresh reading of the event at `path` over into shared answers. */
	learn(sessionId: string, path: string, answer: ServiceAnswer): void;
	/** Reads again what the session has changed and nobody has read since. @param read must call `learn` */
	settle(sessionId: string, read: (path: string) => Promise<unknown>): Promise<void>;
}

function countersOf(body: unknown): EventCounters | undefined {
	const { id, participant_count, wisher_count } = (body ?? {}) as Partial<EventCounters>;
	return typeof id === 'string' && typeof participant_count === 'number' && typeof wisher_count === 'number'
		? { id, participant_count, wisher_count }
		: undefined;
}

export function createOwnWrites(cache: SharedCache): OwnWrites {
	const changed = new LRUCache<string, Set<string>>({ max: 10_000, ttl: life });
	return {
		note(sessionId, path) {
			changed.set(sessionId, (changed.get(sessionId) ?? new Set()).add(path));
		},
		learn(sessionId, path, answer) {
			const counters = answer.status === 200 ? countersOf(answer.body) : undefined;
			if (counters !== undefined) cache.repair(counters);
			changed.get(sessionId)?.delete(path);
		},
		async settle(sessionId, read) {
			const paths = [...(changed.get(sessionId) ?? [])];
			// A reading that fails costs nobody their list: its counters come right with the list's next reading.
			await Promise.allSettled(paths.map(read));
		},
	};
}
