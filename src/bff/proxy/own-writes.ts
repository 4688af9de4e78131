/**
 * Reading one's own writes (design §5). After a write the event is read again with the writer's token: the answer
 * repairs the counters in every shared answer, and waits for the web app, which asks for the event anyway.
 */
import { LRUCache } from 'lru-cache';
import type { ServiceAnswer } from '../service.ts';
import type { EventCounters, SharedCache } from './shared-cache.ts';

/** Milliseconds for which the reading after a write is given to the writer. */
const life = 5_000;

export interface OwnWrites {
	/** Reads the event at `path` again for the session, in the background. */
	readAgain(sessionId: string, path: string, read: () => Promise<ServiceAnswer>): void;
	/** The reading after a write, if there is one. */
	find(sessionId: string, path: string): Promise<ServiceAnswer> | undefined;
	/** Resolves when what the session has changed is repaired in the shared cache. */
	settled(sessionId: string): Promise<void>;
}

function countersOf(body: unknown): EventCounters | undefined {
	const { id, participant_count, wisher_count } = (body ?? {}) as Partial<EventCounters>;
	return typeof id === 'string' && typeof participant_count === 'number' && typeof wisher_count === 'number'
		? { id, participant_count, wisher_count }
		: undefined;
}

export function createOwnWrites(cache: SharedCache): OwnWrites {
	const readings = new LRUCache<string, Promise<ServiceAnswer>>({ max: 5_000, ttl: life });
	const repairs = new LRUCache<string, Promise<void>>({ max: 5_000, ttl: life });
	return {
		readAgain(sessionId, path, read) {
			const key = `${sessionId} ${path}`;
			const reading = read();
			readings.set(key, reading);
			const repair = reading.then(
				(answer) => {
					const counters = answer.status === 200 ? countersOf(answer.body) : undefined;
					// A later write has its own reading, which knows better.
					if (readings.peek(key) !== reading) return;
					if (counters === undefined) readings.delete(key);
					else cache.repair(counters);
				},
				() => {
					readings.delete(key);
					cache.forget((cached) => cached === path);
				},
			);
			repairs.set(sessionId, repair);
		},
		find: (sessionId, path) => readings.get(`${sessionId} ${path}`),
		settled: async (sessionId) => repairs.get(sessionId),
	};
}
