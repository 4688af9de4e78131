/**
 * Search indexes by city: created by the first search, completed in the background, rebuilt when old, and
 * limited in bytes and calls.
 *
 * Everyone shares one index. If the service shows a list only to signed-in users, it may differ between them,
 * so each has their own index, read with their token.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { EventType } from '../../contract/spec/filters.ts';
import { joinLoad } from '../fairness/join-load.ts';
import { asVisitor, isLimit, searchingVisitor } from '../fairness/visitor.ts';
import { createWorkQueue, mapInTurns, type WorkQueue } from '../fairness/work-queue.ts';
import type { Parts } from '../parts.ts';
import { hasReason } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';
import type { Caller } from '../session/caller.ts';
import { hashSecret } from '../session/encryption.ts';
import { CityIndex } from './city-index.ts';

const mega = 1024 * 1024;
const hourMs = 3_600_000;
/** Bytes. Two large cities fit, so that alternating searches don't rebuild both indexes each time. */
const maxBytes = { all: 40 * mega, index: 19 * mega };
/** Maximum pages to read: before the first response, for a user's own index, for the shared index. */
const maxPages = { first: 2, own: 20, all: 250 };
const maxEvents = 10_000;
/** Normal maximum age of an index, and the maximum when the hourly budget runs low. */
const freshMs = hourMs / 2;
const longestMs = 6 * hourMs;
/** Minimum time from a complete read of a city to the next. */
const pauseMs = 60_000;
const maxPaused = 10_000;
/** Limits cities read at a time, as each takes memory. First pages don't wait for complete reads. */
const reading = { running: 2, patienceMs: 20_000 };

export interface IndexedCity {
	index: CityIndex;
	/** Milliseconds since 1970. */
	indexedAt: number;
	/** Lists that were read earlier don't go into the index. Milliseconds since 1970. */
	notBefore: number;
	/** Number of events in the city, according to the service. */
	total: number;
	isComplete: boolean;
	/** Whether more events will be added. */
	isReading: boolean;
	/** Events by type, from the service's list of each type, if events don't name theirs. */
	idsByType: Map<EventType, ReadonlySet<string>>;
	/** Whether the visitor who triggered the read ran out of calls before the list ended. */
	isCut: boolean;
}

interface Source {
	locId: string;
	reads: PublicReads;
}

export function createCityIndexes(
	{ reader, sharedReads: { peekEvent }, budget, clock, settings: { eventsMaxAgeMs } }: Parts,
	log: Pick<FastifyBaseLogger, 'info'>,
	runInTurn: WorkQueue,
) {
	/** Indexes up to `pages` pages of a list, until calls run out. */
	const build = async ({ locId, reads }: Source, pages: number): Promise<IndexedCity> => {
		/** Events that only this person may see, so that no shared entry has them. */
		const own = new Map<string, PublicEvent>();
		const index = new CityIndex(maxBytes.index, (id) => own.get(id) ?? peekEvent(id));
		const add = async (events: readonly PublicEvent[]) => {
			if (reads !== reader) for (const event of events) own.set(event.id, event);
			await mapInTurns(runInTurn, events, (event) => index.add([event]));
		};
		const ids = new Set<string>();
		const indexedAt = clock();
		let [sent, total, isWhole, isReading, isCut] = [0, 0, false, true, false];
		const notBefore = indexedAt - eventsMaxAgeMs;
		const limits = { max: maxEvents, maxPages: pages, notBefore };
		try {
			for await (const read of reads.textPages({ loc: locId, day_type: 'future' }, limits)) {
				const { page } = read;
				sent += page.sent;
				total = page.total ?? sent;
				isWhole = read.isLast;
				isReading = read.hasNext;
				for (const { id } of page.items) ids.add(id);
				await add(page.items);
				if (index.bytes >= maxBytes.index) break;
			}
			// At some services `future` begins tomorrow (gap register, `day-type`).
			const size = index.size;
			const today = reads.textPages({ loc: locId, day_type: 'today' }, { ...limits, maxPages: 1 });
			for await (const { page } of today) await add(page.items);
			total += index.size - size;
		} catch (error) {
			// Keep the pages read so far.
			if (sent === 0 || !isLimit(error)) throw error;
			isCut = hasReason(error, 'too_many_requests');
			isReading = true;
		}
		const isComplete = isWhole && index.size >= ids.size;
		return { index, indexedAt, notBefore, total, isComplete, isReading, isCut, idsByType: new Map() };
	};

	const entries = new LRUCache<string, IndexedCity, () => Promise<IndexedCity>>({
		maxSize: maxBytes.all,
		sizeCalculation: ({ index }) => Math.max(1, Math.min(index.bytes, maxBytes.all)),
		ttl: longestMs,
		ttlResolution: 0,
		perf: { now: clock },
		ignoreFetchAbort: true,
		fetchMethod: (_key, _stale, { context: load }) => load(),
	});

	/**
	 * Visitors who have used up their hourly calls for search, and indexes that are being rebuilt or were a moment ago.
	 * Not part of the entries, because evicting an index must not cause another read.
	 */
	const paused = new LRUCache<string, true>({ max: maxPaused, ttlResolution: 0, perf: { now: clock } });

	const readFirst = createWorkQueue(reading);
	const readAll = createWorkQueue(reading);

	/**
	 * Reads the whole list, then replaces the index.
	 * @param payer whose quota these calls count against
	 */
	const rebuild = async (key: string, entry: IndexedCity, source: Source, payer: string): Promise<void> => {
		paused.set(key, true, { ttl: hourMs });
		let isCut = false;
		try {
			const pages = source.reads === reader ? maxPages.all : maxPages.own;
			const made = await asVisitor(payer, () => readAll(() => build(source, pages)));
			isCut = made.isCut;
			// Keep the old index if it has more events.
			const isBetter = !made.isReading || made.index.size >= entry.index.size;
			if (isBetter) entries.set(key, { ...made, isReading: false });
		} catch (error) {
			isCut = hasReason(error, 'too_many_requests');
			// Remove events that may no longer be public.
			if (hasReason(error, 'sign_in_required')) entries.delete(key);
			log.info({ err: error }, 'could not refresh a search index');
		}
		if (isCut) {
			// Another visitor may continue the read at once.
			paused.set(payer, true, { ttl: hourMs });
			paused.delete(key);
		} else paused.set(key, true, { ttl: pauseMs });
	};

	const open = async (source: Source, ...owner: string[]): Promise<IndexedCity> => {
		const key = JSON.stringify([source.locId, ...owner]);
		const load = () => build(source, maxPages.first);
		// Waits in this visitor's own queue, not behind other requests of the visitor who started the load.
		const entry =
			entries.get(key) ??
			(await readFirst(() => joinLoad(load, (context) => entries.forceFetch(key, { context }))));
		const now = clock();
		const payer = searchingVisitor();
		const isStale = entry.isReading || entry.isCut || now - entry.indexedAt > freshMs * budget.stretch();
		const mayRead = !paused.has(key) && !paused.has(payer);
		if (isStale && mayRead) void rebuild(key, entry, source, payer);
		return entry;
	};

	/** @throws ProblemError if not even the first page can be read */
	return async (locId: string, caller: Caller | null): Promise<IndexedCity> => {
		try {
			return await open({ locId, reads: reader });
		} catch (error) {
			if (caller === null || !hasReason(error, 'sign_in_required', 'calls_reserved')) throw error;
			return open({ locId, reads: reader.as(caller) }, hashSecret(caller.sessionId));
		}
	};
}
