/**
 * Search indexes by city: started by the first search, completed in the background, rebuilt when old, and bounded in
 * bytes and calls.
 *
 * Strangers share one index. If the service shows a list to signed-in people only, each of them has an index of their
 * own, read with their token, because two people need not see the same.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problem.ts';
import type { PublicReader, PublicReads } from '../reads/public-reader.ts';
import { isSignInRequired } from '../reads/service-rejection.ts';
import type { Caller } from '../session/caller.ts';
import { hashSecret } from '../session/encryption.ts';
import type { Budget } from '../upstream/budget.ts';
import { asVisitor, joinLoad } from '../upstream/visitor.ts';
import { type CityIndex, createCityIndex } from './city-index.ts';

const mega = 1024 * 1024;
const hourMs = 3_600_000;
/** Bytes. */
const maxBytes = { all: 32 * mega, index: 20 * mega };
/** Pages read before the first response, for a person's own index, and for the shared one. */
const maxPages = { first: 2, own: 20, all: 250 };
const maxEvents = 10_000;
/** Normal age of an index, and the maximum while the hourly budget runs low. */
const freshMs = hourMs / 2;
const longestMs = 6 * hourMs;
/** Between two complete reads. */
const pauseMs = 60_000;

export interface IndexedCity {
	index: CityIndex;
	/** Milliseconds since 1970 when the oldest page was read. */
	indexedAt: number;
	/** Events of the city, by the service's count. */
	total: number;
	isComplete: boolean;
	/** Whether more events will be added. */
	isReading: boolean;
}

export interface CityIndexes {
	/**
	 * @param caller the signed-in person who searches
	 * @throws ProblemError if not even the first page can be read
	 */
	get(locId: string, caller: Caller | null): Promise<IndexedCity>;
}

interface Entry extends IndexedCity {
	/** Milliseconds since 1970 when the next read may begin. */
	dueAt: number;
}

interface Source {
	locId: string;
	reads: PublicReads;
}

/** Search has used its calls for this hour: keep what was read. */
const isLimit = (error: unknown): boolean =>
	error instanceof ProblemError && ['overloaded', 'too_many_requests'].includes(error.problem.reason);

/** @param clock milliseconds since 1970 */
export function createCityIndexes({
	reader,
	budget,
	clock,
	log,
}: {
	reader: PublicReader;
	budget: Pick<Budget, 'stretch' | 'isLow'>;
	clock: () => number;
	log: Pick<FastifyBaseLogger, 'info'>;
}): CityIndexes {
	/** Indexes up to `pages` pages of a list, while calls are left. */
	const build = async ({ locId, reads }: Source, pages: number): Promise<Entry> => {
		const index = createCityIndex(maxBytes.index);
		const ids = new Set<string>();
		let indexedAt = clock();
		let [sent, total, isWhole, isReading] = [0, 0, false, true];
		const limits = { max: maxEvents, maxPages: pages, maxAgeMs: freshMs };
		try {
			for await (const read of reads.textPages({ loc: locId, day_type: 'future' }, limits)) {
				const { page } = read;
				indexedAt = Math.min(indexedAt, page.readAt);
				sent += page.sent;
				total = page.total ?? sent;
				isWhole = read.isLast;
				isReading = read.hasNext;
				for (const { id } of page.items) ids.add(id);
				await index.add(page.items);
				if (index.bytes() >= maxBytes.index) break;
			}
		} catch (error) {
			if (sent === 0 || !isLimit(error)) throw error;
		}
		return { index, indexedAt, total, isComplete: isWhole && index.size() >= ids.size, isReading, dueAt: 0 };
	};

	const entries = new LRUCache<string, Entry, () => Promise<Entry>>({
		maxSize: maxBytes.all,
		sizeCalculation: ({ index }) => Math.max(1, Math.min(index.bytes(), maxBytes.all)),
		ttl: longestMs,
		ttlResolution: 0,
		perf: { now: clock },
		ignoreFetchAbort: true,
		fetchMethod: (_key, _stale, { context: load }) => load(),
	});

	/** Reads the whole list, then replaces the index. */
	const rebuild = async (key: string, entry: Entry, source: Source): Promise<void> => {
		entry.dueAt = clock() + pauseMs;
		try {
			const pages = source.reads === reader ? maxPages.all : maxPages.own;
			// All city indexes together cost no more calls than one visitor may make.
			const made = await asVisitor('search', () => build(source, pages));
			// Keep the old index if it has more events.
			const isBetter = !made.isReading || made.index.size() >= entry.index.size();
			if (isBetter) entries.set(key, { ...made, isReading: false, dueAt: entry.dueAt });
		} catch (error) {
			// Don't find events that are no longer public.
			if (isSignInRequired(error)) entries.delete(key);
			log.info({ err: error }, 'an index could not be refreshed');
		}
	};

	const open = async (source: Source, ...owner: string[]): Promise<IndexedCity> => {
		const key = JSON.stringify([source.locId, ...owner]);
		const load = () => build(source, maxPages.first);
		const entry = await joinLoad(load, (context) => entries.forceFetch(key, { context }));
		const now = clock();
		const isStale = entry.isReading || now - entry.indexedAt > freshMs * budget.stretch();
		if (isStale && now >= entry.dueAt && !budget.isLow()) void rebuild(key, entry, source);
		return entry;
	};

	return {
		async get(locId, caller) {
			try {
				return await open({ locId, reads: reader });
			} catch (error) {
				if (caller === null || !isSignInRequired(error)) throw error;
				return open({ locId, reads: reader.as(caller) }, hashSecret(caller.sessionId));
			}
		},
	};
}
