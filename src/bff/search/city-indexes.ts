/**
 * The indexes of the cities in which people search: begun at the first search, read to the end of the city's list in the
 * background, built again when they are old, and bounded in bytes and in calls of the service.
 *
 * What strangers may read is in one index for all. Where the service shows a list to signed-in people only, each of them
 * has an index of their own, made with their token: two people need not see the same.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PublicEvent } from '../../contract/event/event.ts';
import { firstPosition, isLast, nextStart } from '../../contract/event/lists.ts';
import { paging } from '../../contract/spec/filters.ts';
import type { Caller } from '../reads/caller.ts';
import type { PublicReader, PublicReads } from '../reads/public-reader.ts';
import { isSignInRequired } from '../reads/service-rejection.ts';
import { hashSecret } from '../session/encryption.ts';
import type { Budget } from '../upstream/budget.ts';
import { withoutVisitor } from '../upstream/visitor.ts';
import { buildCityIndex, type CityIndex, maxIndexedText } from './city-index.ts';

const mega = 1024 * 1024;
/** Bytes of all indexes and of one, and events that are read for one. */
const defaultLimits = { bytes: 64 * mega, indexBytes: 32 * mega, events: 10_000 };
/** Pages that are read before the first response. */
const firstPages = 2;
/** How old an index may be, before it is stretched while the hourly budget runs low. */
const freshMs = 30 * 60_000;
/** Milliseconds after which a read that failed is tried again. */
const pauseMs = 60_000;

export interface IndexedCity {
	index: CityIndex;
	/** When the oldest page of the list was read, in milliseconds since 1970. */
	indexedAt: number;
	/** Number of events of the city according to the service. */
	total: number;
	/** Whether the whole list of the city is in the index. */
	isComplete: boolean;
	/** Whether more events are going to be in it. */
	isReading: boolean;
}

export interface CityIndexes {
	/**
	 * @param caller the signed-in person who searches
	 * @throws ProblemError when not even the first page can be read
	 */
	get(locId: string, caller: Caller | null): Promise<IndexedCity>;
}

interface Entry extends IndexedCity {
	/** When the next read may begin, in milliseconds since 1970. */
	due: number;
}

export function createCityIndexes({
	reader,
	budget,
	clock,
	log,
	limits = defaultLimits,
}: {
	reader: PublicReader;
	budget: Pick<Budget, 'stretch' | 'isLow'>;
	/** Milliseconds since 1970. */
	clock: () => number;
	log: Pick<FastifyBaseLogger, 'info'>;
	limits?: typeof defaultLimits;
}): CityIndexes {
	const entries = new LRUCache<string, Entry>({
		maxSize: limits.bytes,
		sizeCalculation: ({ index }) => Math.max(1, Math.min(index.bytes, limits.bytes)),
	});
	const starting = new Map<string, Promise<Entry>>();

	/** Reads at most `maxPages` of a city's list, and indexes them. */
	const build = async (reads: PublicReads, locId: string, maxPages: number): Promise<Entry> => {
		let indexedAt = clock();
		const events: PublicEvent[] = [];
		const known = new Set<string>();
		let next: number | undefined = 0;
		let [base, total, isWhole] = [0, 0, false];
		for (let page = 0; next !== undefined && page < maxPages && events.length < limits.events; page++) {
			const start: number = next;
			const input = { loc: locId, day_type: 'future', start, count: paging.maxCount };
			const { list, readAt } = await reads.textPage(input, freshMs);
			indexedAt = Math.min(indexedAt, readAt);
			if (page === 0) base = firstPosition(list);
			next = nextStart([list], start, known, base);
			isWhole = isLast(list, start, known, base);
			total = list.total ?? start + list.sent;
			for (const event of list.items) {
				known.add(event.id);
				events.push({ ...event, content: event.content?.slice(0, 4 * maxIndexedText) ?? null });
			}
		}
		const index = await buildCityIndex(events, limits.indexBytes);
		const isComplete = isWhole && index.size >= new Set(events.map(({ id }) => id)).size;
		return { index, indexedAt, total, isComplete, isReading: next !== undefined, due: 0 };
	};

	/** Reads the whole list, and puts its index in place of the one before. */
	const rebuild = (key: string, entry: Entry, reads: PublicReads, locId: string): void => {
		entry.due = clock() + pauseMs;
		withoutVisitor(() => build(reads, locId, Number.POSITIVE_INFINITY)).then(
			(made) => entries.set(key, { ...made, isReading: false, due: entry.due }),
			(error: unknown) => {
				// What has been closed to the public must not be found any more.
				if (isSignInRequired(error)) entries.delete(key);
				log.info({ err: error }, 'an index could not be refreshed');
			},
		);
	};

	const start = async (key: string, reads: PublicReads, locId: string): Promise<Entry> => {
		const entry = await build(reads, locId, firstPages);
		entries.set(key, entry);
		if (entry.isReading && !budget.isLow()) rebuild(key, entry, reads, locId);
		return entry;
	};

	const open = async (key: string, reads: PublicReads, locId: string): Promise<IndexedCity> => {
		const entry = entries.get(key);
		if (entry === undefined) {
			const promise = starting.get(key) ?? start(key, reads, locId).finally(() => starting.delete(key));
			starting.set(key, promise);
			return promise;
		}
		const now = clock();
		const isStale = entry.isReading || now - entry.indexedAt > freshMs * budget.stretch();
		if (isStale && now >= entry.due && !budget.isLow()) rebuild(key, entry, reads, locId);
		return entry;
	};

	return {
		async get(locId, caller) {
			try {
				return await open(JSON.stringify([locId]), reader, locId);
			} catch (error) {
				if (caller === null || !isSignInRequired(error)) throw error;
				const key = JSON.stringify([locId, hashSecret(caller.sessionId)]);
				return open(key, reader.as(caller), locId);
			}
		},
	};
}
