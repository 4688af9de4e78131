/**
 * The indexes of the cities in which people search: begun at the first search, read to the end of the city's list in the
 * background, built again when they are old, and bounded in bytes and in calls of the service.
 *
 * What strangers may read is in one index for all. Where the service shows a list to signed-in people only, each of them
 * has an index of their own, made with their token: two people need not see the same.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { firstPosition, isLast, nextStart } from '../../contract/event/lists.ts';
import { levels } from '../../contract/spec/access.ts';
import { paging } from '../../contract/spec/filters.ts';
import type { Caller } from '../reads/caller.ts';
import type { PublicReader, PublicReads } from '../reads/public-reader.ts';
import { isSignInRequired } from '../reads/service-rejection.ts';
import { hashSecret } from '../session/encryption.ts';
import type { Budget } from '../upstream/budget.ts';
import { withoutVisitor } from '../upstream/visitor.ts';
import { type CityIndex, createCityIndex } from './city-index.ts';

const mega = 1024 * 1024;
const hourMs = 3_600_000;
/** Bytes of all indexes and of one. */
const defaultLimits = { bytes: 40 * mega, indexBytes: 20 * mega };
/** Pages that are read before the first response, for a person's own index and for that of all, and events for any. */
const maxPages = { first: 2, own: 20, all: 250 };
const maxEvents = 10_000;
/** How old an index may be, before it is stretched while the hourly budget runs low, and at most. */
const freshMs = hourMs / 2;
const longestMs = 6 * hourMs;
/** Milliseconds after which a read that failed is tried again. */
const pauseMs = 60_000;
/**
 * Calls for reading lists to their end: a twentieth of the smallest hourly budget (Spec §8), however many cities people
 * search in.
 */
const callsPerHour = levels.L1.callsPerIp / 20;

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
		sizeCalculation: ({ index }) => Math.max(1, Math.min(index.bytes(), limits.bytes)),
		ttl: longestMs,
		ttlResolution: 0,
		perf: { now: clock },
	});
	const starting = new Map<string, Promise<Entry>>();
	let spent = { hour: 0, calls: 0 };
	const spentNow = () => {
		const hour = Math.floor(clock() / hourMs);
		if (hour !== spent.hour) spent = { hour, calls: 0 };
		return spent;
	};
	const mayCall = () => !budget.isLow() && spentNow().calls < callsPerHour;

	/** Indexes at most `pages` pages of a city's list; in the background only as many as calls are left for. */
	const build = async (
		reads: PublicReads,
		locId: string,
		pages: number,
		isInBackground: boolean,
	): Promise<Entry> => {
		const index = createCityIndex(limits.indexBytes);
		let indexedAt = clock();
		const known = new Set<string>();
		let next: number | undefined = 0;
		let [base, total, isWhole] = [0, 0, false];
		for (let page = 0; next !== undefined && page < pages && known.size < maxEvents; page++) {
			if (index.isFull() || (isInBackground && !mayCall())) break;
			const start: number = next;
			const startedAt = clock();
			const input = { loc: locId, day_type: 'future', start, count: paging.maxCount };
			const { list, readAt } = await reads.textPage(input, freshMs);
			// An older page was in the cache.
			if (isInBackground && readAt >= startedAt) spentNow().calls++;
			indexedAt = Math.min(indexedAt, readAt);
			if (page === 0) base = firstPosition(list);
			next = nextStart([list], start, known, base);
			isWhole = isLast(list, start, known, base);
			total = list.total ?? start + list.sent;
			for (const { id } of list.items) known.add(id);
			await index.add(list.items);
		}
		const isComplete = isWhole && index.size() >= known.size;
		return { index, indexedAt, total, isComplete, isReading: next !== undefined, due: 0 };
	};

	/** Reads the whole list, and puts its index in place of the one before. */
	const rebuild = async (key: string, entry: Entry, reads: PublicReads, locId: string): Promise<void> => {
		entry.due = clock() + pauseMs;
		try {
			const pages = reads === reader ? maxPages.all : maxPages.own;
			const made = await withoutVisitor(() => build(reads, locId, pages, true));
			// One that could not be read as far is no better.
			const isBetter = !made.isReading || made.index.size() >= entry.index.size();
			if (isBetter) entries.set(key, { ...made, isReading: false, due: entry.due });
		} catch (error) {
			// What has been closed to the public must not be found any more.
			if (isSignInRequired(error)) entries.delete(key);
			log.info({ err: error }, 'an index could not be refreshed');
		}
	};

	const start = async (key: string, reads: PublicReads, locId: string): Promise<Entry> => {
		const entry = await build(reads, locId, maxPages.first, false);
		entries.set(key, entry);
		if (entry.isReading && mayCall()) void rebuild(key, entry, reads, locId);
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
		if (isStale && now >= entry.due && mayCall()) void rebuild(key, entry, reads, locId);
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
