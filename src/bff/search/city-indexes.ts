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
import { asVisitor, currentVisitor, isOwnLimit, joinLoad } from '../upstream/visitor.ts';
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
/** Visitors. */
const maxSpent = 10_000;

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
	/** Whether the calls of the visitor who had it read ended before the list did. */
	isCut: boolean;
	/** Milliseconds since 1970 when the next read may begin. */
	dueAt: number;
}

interface Source {
	locId: string;
	reads: PublicReads;
}

/** No calls are left in this hour: keep what was read. */
const isLimit = (error: unknown): boolean =>
	error instanceof ProblemError && ['overloaded', 'too_many_requests'].includes(error.problem.reason);

/** The visitor has used their calls; others have theirs. */
const isVisitorLimit = (error: unknown): boolean =>
	isOwnLimit(error) && error.problem.reason === 'too_many_requests';

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
		let [sent, total, isWhole, isReading, isCut] = [0, 0, false, true, false];
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
			// At some services `future` begins tomorrow (gap register, `day-type`).
			const size = index.size();
			for await (const { page } of reads.textPages(
				{ loc: locId, day_type: 'today' },
				{ ...limits, maxPages: 1 },
			))
				await index.add(page.items);
			total += index.size() - size;
		} catch (error) {
			if (sent === 0 || !isLimit(error)) throw error;
			isCut = isVisitorLimit(error);
		}
		const isComplete = isWhole && index.size() >= ids.size;
		return { index, indexedAt, total, isComplete, isReading, isCut, dueAt: 0 };
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

	/** Visitors who have used their calls for search: others continue where theirs ended. */
	const spent = new LRUCache<string, true>({
		max: maxSpent,
		ttl: hourMs,
		ttlResolution: 0,
		perf: { now: clock },
	});

	const leaveToOthers = (entry: Entry, payer: string): void => {
		spent.set(payer, true);
		entry.dueAt = clock();
	};

	/**
	 * Reads the whole list, then replaces the index.
	 *
	 * @param payer stands for the visitor who searches, and whose other calls these leave alone
	 */
	const rebuild = async (key: string, entry: Entry, source: Source, payer: string): Promise<void> => {
		entry.dueAt = clock() + pauseMs;
		try {
			const pages = source.reads === reader ? maxPages.all : maxPages.own;
			const made = await asVisitor(payer, () => build(source, pages));
			if (made.isCut) leaveToOthers(entry, payer);
			// Keep the old index if it has more events.
			const isBetter = !made.isReading || made.index.size() >= entry.index.size();
			if (isBetter) entries.set(key, { ...made, isReading: false, dueAt: entry.dueAt });
		} catch (error) {
			if (isVisitorLimit(error)) leaveToOthers(entry, payer);
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
		const payer = `search:${currentVisitor() ?? ''}`;
		const isStale = entry.isReading || entry.isCut || now - entry.indexedAt > freshMs * budget.stretch();
		const mayRead = now >= entry.dueAt && !budget.isLow() && !spent.has(payer);
		if (isStale && mayRead) void rebuild(key, entry, source, payer);
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
