/**
 * Keeps a search index for each city. The first search reads two pages of the city's list; the rest is read in the
 * background. An old index is built again. Memory and calls are limited.
 *
 * All visitors share an index. If the service shows its lists only to signed-in people, each of them has an index of
 * their own, read with their token, because the lists may differ.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { EventType } from '../../contract/spec/filters.ts';
import { joinLoad } from '../fairness/join-load.ts';
import { hourly } from '../fairness/limits.ts';
import { asVisitor, currentVisitor, isLimit } from '../fairness/visitor.ts';
import { createWorkQueue, mapInTurns, type WorkQueue } from '../fairness/work-queue.ts';
import type { Parts } from '../parts.ts';
import { hasReason } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';
import type { Caller } from '../session/caller.ts';
import { personOf } from '../session/session-store.ts';
import { CityIndex } from './city-index.ts';

const mega = 1024 * 1024;
const hourMs = 3_600_000;
/** Bytes. Two large indexes fit into `all`: otherwise, searches in two cities would evict each other's index. */
const maxBytes = { all: 40 * mega, index: 19 * mega };
/** Pages to read: before the first response, for one person's index, and for a shared index. */
const maxPages = { first: 2, own: 20, all: 250 };
const maxEvents = 10_000;
/** An index is built again after `freshMs`; later if the hourly budget runs low. After `longestMs`, it is dropped. */
const freshMs = hourMs / 2;
const longestMs = 6 * hourMs;
/** Pause between two reads of a city's whole list. */
const pauseMs = 60_000;
const maxPaused = 10_000;
/** Cities to read at a time, because each takes memory. First pages are read in a queue of their own. */
const reading = { running: 2, patienceMs: 20_000 };

export interface IndexedCity {
	index: CityIndex;
	/** When the index was begun, in milliseconds since 1970. */
	indexedAt: number;
	/** Lists that were cached before this time are read again for the index. Milliseconds since 1970. */
	notBefore: number;
	/** Number of events in the city, according to the service. */
	total: number;
	isComplete: boolean;
	/** Whether more events will be added. */
	isReading: boolean;
	/** Ids of events by type, from the service's list of each type, if the service's events don't name their type. */
	idsByType: Map<EventType, ReadonlySet<string>>;
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
	/** Builds an index from the first pages of a list, or from all of it; from fewer pages if the calls run out. */
	const build = async ({ locId, reads }: Source, isFirst: boolean): Promise<IndexedCity> => {
		// Events that were read with a person's token are not in the shared cache.
		const index = new CityIndex(maxBytes.index, reads === reader ? peekEvent : undefined);
		const indexedAt = clock();
		const notBefore = indexedAt - eventsMaxAgeMs;
		const state = { total: 0, isComplete: false, isReading: true };
		const city: IndexedCity = { index, indexedAt, notBefore, ...state, idsByType: new Map() };
		const add = (events: readonly PublicEvent[]) =>
			mapInTurns(runInTurn, events, (event) => index.add([event]));
		const ids = new Set<string>();
		let [sent, isWhole] = [0, false];
		const pages = isFirst ? maxPages.first : reads === reader ? maxPages.all : maxPages.own;
		const limits = { max: maxEvents, maxPages: pages, notBefore };
		try {
			for await (const read of reads.textPages({ loc: locId, day_type: 'future' }, limits)) {
				const { page } = read;
				sent += page.sent;
				city.total = page.total ?? sent;
				isWhole = read.isLast;
				city.isReading = isFirst && read.hasNext;
				for (const { id } of page.items) ids.add(id);
				await add(page.items);
				if (index.bytes >= maxBytes.index) break;
			}
			city.isComplete = isWhole && index.size >= ids.size;
			// At some services `future` begins tomorrow (gap register, `day-type`).
			const size = index.size;
			const today = reads.textPages({ loc: locId, day_type: 'today' }, { ...limits, maxPages: 1 });
			for await (const { page } of today) await add(page.items);
			city.total += index.size - size;
		} catch (error) {
			// At a limit, the pages that were read so far are enough for an index.
			if (sent === 0 || !isLimit(error)) throw error;
			city.isReading = true;
		}
		return city;
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
	 * Keys of indexes that are being built or have just been: an evicted index must not be built again at once. And of
	 * indexes with visitors whose calls have not sufficed to build them, so that the next visitor builds them.
	 */
	const paused = new LRUCache<string, true>({ max: maxPaused, ttlResolution: 0, perf: { now: clock } });

	const keyFor = (payer: string, key: string) => `${payer} ${key}`;

	const readFirst = createWorkQueue(reading);
	const readAll = createWorkQueue(reading);

	/** Replaces an index by one of the whole list. @param payer whose quota the calls count against */
	const rebuild = async (key: string, entry: IndexedCity, source: Source, payer: string): Promise<void> => {
		paused.set(key, true, { ttl: hourMs });
		let done = key;
		try {
			const made = await asVisitor(payer, () => readAll(() => build(source, false)), hourly.search);
			// If the read was incomplete, keep the index that has more events.
			const isBetter = !made.isReading || made.index.size >= entry.index.size;
			if (isBetter) entries.set(key, made);
			if (made.isReading) done = keyFor(payer, key);
		} catch (error) {
			// The service now shows the list to signed-in people only.
			if (hasReason(error, 'sign_in_required')) entries.delete(key);
			log.info({ err: error }, 'could not refresh a search index');
		}
		paused.delete(key);
		paused.set(done, true, { ttl: pauseMs });
	};

	const open = async (source: Source, ...owner: string[]): Promise<IndexedCity> => {
		const key = JSON.stringify([source.locId, ...owner]);
		const load = () => build(source, true);
		// Wait in the queue before joining a load: inside it, each search would take the turn of the visitor who began it.
		const entry =
			entries.get(key) ??
			(await readFirst(() => joinLoad(load, (context) => entries.forceFetch(key, { context }))));
		const now = clock();
		const isStale = entry.isReading || now - entry.indexedAt > freshMs * budget.stretch();
		const payer = currentVisitor() ?? '';
		const isPaused = paused.has(key) || paused.has(keyFor(payer, key));
		if (isStale && !isPaused) void rebuild(key, entry, source, payer);
		return entry;
	};

	/** Opens the index of a city. @throws ProblemError if not even the first page can be read */
	return async (locId: string, caller: Caller | null): Promise<IndexedCity> => {
		try {
			return await open({ locId, reads: reader });
		} catch (error) {
			if (caller === null || !hasReason(error, 'sign_in_required', 'calls_reserved')) throw error;
			return open({ locId, reads: reader.as(caller) }, personOf(caller.sessionId, caller));
		}
	};
}
