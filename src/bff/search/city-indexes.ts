/**
 * The indexes of the cities in which people search: begun at the first search, read to the end of the city's list in the
 * background, refreshed there, and bounded in bytes and in calls of the service.
 *
 * What strangers may read is in one index for all. Where the service shows a list to signed-in people only, each of them
 * has an index of their own, made with their token: two people need not see the same.
 */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Event, isPublic } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { firstPosition, isLast, type List, nextStart, readEventList } from '../../contract/event/lists.ts';
import { levels } from '../../contract/spec/access.ts';
import { paging } from '../../contract/spec/filters.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { ProblemError } from '../http/problem.ts';
import { nextTurnIfLong } from '../http/turns.ts';
import type { Caller } from '../reads/caller.ts';
import { signInParts } from '../reads/sign-in-parts.ts';
import type { SignPictures } from '../reads/sign-pictures.ts';
import type { TokenNeeds } from '../reads/token-needs.ts';
import type { Budget } from '../service/budget.ts';
import { isSignInRequired, rejectionProblem } from '../service/rejection-problem.ts';
import { hashSecret } from '../session/encryption.ts';
import type { Allowance, Allowances } from './allowance.ts';
import { type CityIndex, createCityIndex } from './city-index.ts';
import type { PublicPages, WholePage } from './public-pages.ts';

const mega = 1024 * 1024;
/**
 * Indexes at once, and bytes of all of them; the one that has not been searched for longest is dropped. Events that are read
 * for one index at most, and its bytes, beyond which no further event is added.
 */
const defaultLimits = { indexes: 40, bytes: 256 * mega, events: 20_000, indexBytes: 128 * mega };
/** Pages that are read before the first response, and in one turn in the background, where cities take turns. */
const pagesAtOnce = { first: 2, turn: 10 };
/** Milliseconds for which an index is fresh, for each so many pages; stretched when the hourly budget runs low. */
const freshness = { time: 30 * 60_000, pages: 100 };
/** Milliseconds after which a read that was interrupted continues, and after which it is too old to. */
const pause = 60_000;
const longestRead = 6 * 3_600_000;
/** Milliseconds by which a page may be older than the one before it: the clocks of processes differ. */
const maxSkew = 60_000;
/** A fifth of the smallest hourly budgets (Spec §8), however many cities people search in. */
const callsPerHour = { server: levels.L1.callsPerIp / 5, person: levels.L1.callsPerUser / 5 };

export interface IndexedCity {
	index: CityIndex;
	/**
	 * How old the events are: when the oldest page was fetched, in milliseconds since 1970. Of the last read that reached
	 * its end; of the first one until then.
	 */
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
	 * @throws ProblemError when not even the first page can be read, or the searches of this hour have used their calls
	 */
	get(locId: string, caller: Caller | null): Promise<IndexedCity>;
}

/** Where the events of an index come from. */
interface Source {
	/** Of the index among all. */
	key: string;
	locId: string;
	/** Null: what strangers may read. */
	caller: Caller | null;
	allowances: readonly Allowance[];
}

/** A read of a city's list in progress. */
interface ListRead {
	startedAt: number;
	/** Pages that were fetched after this time may be used, whichever process fetched them. */
	after: number;
	/** When the oldest page and the newest one were fetched. */
	oldest: number;
	newest: number;
	/** Where the next page starts; undefined at the end. */
	next: number | undefined;
	/** Position of the service's first element. */
	base: number;
	isWhole: boolean;
	pages: number;
	/** Ids of all events so far, and of those that anybody may see. */
	ids: Set<string>;
	publicIds: Set<string>;
}

interface Entry extends IndexedCity {
	source: Source;
	/** The read that is not at its end. */
	read: ListRead | null;
	isQueued: boolean;
	/** When the list may be read on, or again, in milliseconds since 1970. */
	due: number;
	/** When the newest page of the last read was fetched: the next read takes newer ones only. */
	newest: number;
	/** Milliseconds for which the index is fresh. */
	freshFor: number;
}

export function createCityIndexes({
	readPublicPage,
	signPictures,
	tokenNeeds,
	budget,
	allowanceOf,
	clock,
	log,
	limits = defaultLimits,
}: {
	readPublicPage: PublicPages;
	signPictures: SignPictures;
	tokenNeeds: TokenNeeds;
	budget: Budget;
	allowanceOf: Allowances;
	/** Milliseconds since 1970. */
	clock: () => number;
	log: Pick<FastifyBaseLogger, 'info'>;
	limits?: typeof defaultLimits;
}): CityIndexes {
	const entries = new LRUCache<string, Entry>({ max: limits.indexes });
	const starting = new Map<string, Promise<Entry>>();
	const ofServer = allowanceOf('server', callsPerHour.server);
	/** One city after another is read in the background, so that visitors' own calls are not delayed. */
	let queue = Promise.resolve();

	const sharedSource = (locId: string): Source => ({
		key: JSON.stringify([locId]),
		locId,
		caller: null,
		allowances: [ofServer],
	});
	const sourceOf = (locId: string, caller: Caller): Source => ({
		key: JSON.stringify([locId, caller.sessionId]),
		locId,
		caller,
		allowances: [allowanceOf(hashSecret(caller.sessionId), callsPerHour.person), ofServer],
	});

	/** @throws ProblemError too_many_requests when the calls of this hour are used */
	const countCall = async (allowances: readonly Allowance[]) => {
		for (const allowance of allowances)
			if (!(await allowance.take()))
				throw new ProblemError('too_many_requests', 'The searches of this hour have used their calls.');
	};

	const readAs = async (caller: Caller, path: string): Promise<WholePage> => {
		const startedAt = clock();
		const { status, body, error } = await caller.read(path);
		return { status, body, code: error?.code, startedAt };
	};

	/**
	 * @param after what was fetched later may be used
	 * @throws ProblemError when the calls of this hour are used, or the list cannot be read
	 */
	const readPage = async (
		{ locId, caller, allowances }: Source,
		start: number,
		after: number,
	): Promise<{ list: List<Event>; fetchedAt: number }> => {
		const input = { loc: locId, day_type: 'future', start, count: paging.maxCount };
		const path = operationPath('listEvents', input);
		if (caller !== null) await countCall(allowances);
		const { status, body, code, startedAt } =
			caller === null
				? await readPublicPage(path, after, () => countCall(allowances))
				: await readAs(caller, path);
		if (status !== 200) throw rejectionProblem({ status, code }, caller !== null);
		// Only the words of texts are used.
		const signed = await signInParts(signPictures, body, 'fields');
		try {
			const list = readEventList(signed);
			if (list.dropped.length > 0)
				log.info(
					{ path, count: list.dropped.length, reason: list.dropped[0] },
					'elements of a list cannot be read and are left out',
				);
			return { list, fetchedAt: startedAt };
		} catch (cause) {
			if (!(cause instanceof UnreadableError)) throw cause;
			const detail = 'The service sent a list of events that cannot be read.';
			throw new ProblemError('service_invalid_response', detail, undefined, cause);
		}
	};

	/** @param newest when the newest page of the read before was fetched */
	const begin = (newest: number): ListRead => ({
		startedAt: clock(),
		after: Math.max(newest, clock() - freshness.time * budget.stretch()),
		oldest: Number.POSITIVE_INFINITY,
		newest: 0,
		next: 0,
		base: 0,
		isWhole: false,
		pages: 0,
		ids: new Set(),
		publicIds: new Set(),
	});

	/** Drops the indexes that were not searched for longest, until the others fit. */
	const shrink = () => {
		const used = () => entries.values().reduce((sum, { index }) => sum + index.bytes(), 0);
		while (entries.size > 1 && used() > limits.bytes) entries.pop();
	};

	const finish = async (entry: Entry, { oldest, newest, isWhole, pages, publicIds }: ListRead) => {
		await entry.index.keepOnly(publicIds);
		entry.read = null;
		entry.indexedAt = oldest;
		entry.newest = newest;
		entry.isComplete = isWhole;
		entry.isReading = false;
		entry.freshFor = freshness.time * Math.max(1, pages / freshness.pages);
	};

	/** Reads at most `max` pages more. */
	const readOn = async (entry: Entry, read: ListRead, max: number) => {
		for (let page = 0; page < max && read.next !== undefined; page++) {
			const start = read.next;
			// An event that moves from one page to another between two fetches would be missed.
			const after = Math.max(read.after, read.newest - maxSkew);
			const { list, fetchedAt } = await readPage(entry.source, start, after);
			read.oldest = Math.min(read.oldest, fetchedAt);
			read.newest = Math.max(read.newest, fetchedAt);
			const events = list.items.filter(isPublic);
			const hasRoom = () => !entry.index.takes(limits.indexBytes);
			for (const event of events) {
				if (!hasRoom()) break;
				entry.index.add([event]);
				await nextTurnIfLong();
			}
			if (read.pages === 0) read.base = firstPosition(list);
			const next = nextStart([list], start, read.ids, read.base);
			const isWhole = isLast(list, start, read.ids, read.base);
			for (const { id } of list.items) read.ids.add(id);
			for (const { id } of events) read.publicIds.add(id);
			entry.total = list.total ?? start + list.sent;
			const isFull = read.ids.size >= limits.events || !hasRoom();
			Object.assign(read, {
				next: isFull ? undefined : next,
				isWhole: isWhole && hasRoom(),
				pages: read.pages + 1,
			});
		}
		if (read.next === undefined) await finish(entry, read);
		shrink();
	};

	const readInBackground = (entry: Entry, read: ListRead) => {
		const { key } = entry.source;
		entry.read = read;
		entry.isQueued = true;
		queue = queue.then(async () => {
			try {
				// Nobody uses an index that was dropped meanwhile.
				if (entries.peek(key) === entry) await readOn(entry, read, pagesAtOnce.turn);
			} catch (error) {
				entry.due = clock() + pause;
				if (isSignInRequired(error)) entries.delete(key);
				log.info({ err: error }, 'an index could not be refreshed');
			}
			entry.isQueued = false;
			if (read.next !== undefined && clock() >= entry.due && entries.peek(key) === entry)
				readInBackground(entry, read);
		});
	};

	const start = async (source: Source): Promise<Entry> => {
		const read = begin(0);
		const entry: Entry = {
			source,
			index: createCityIndex(),
			indexedAt: read.startedAt,
			total: 0,
			isComplete: false,
			isReading: true,
			read,
			isQueued: false,
			due: 0,
			newest: 0,
			freshFor: freshness.time,
		};
		await readOn(entry, read, pagesAtOnce.first);
		entry.indexedAt = read.oldest;
		entries.set(source.key, entry);
		shrink();
		if (entry.read !== null) readInBackground(entry, read);
		return entry;
	};

	const canGoOn = (read: ListRead | null, now: number): read is ListRead =>
		read !== null && read.pages > 0 && now - read.startedAt < longestRead;

	const open = async (source: Source): Promise<IndexedCity> => {
		const entry = entries.get(source.key);
		if (entry === undefined) {
			const promise = starting.get(source.key) ?? start(source).finally(() => starting.delete(source.key));
			starting.set(source.key, promise);
			return promise;
		}
		const now = clock();
		const { read, isQueued, due, indexedAt, freshFor } = entry;
		const isStale = read !== null || now - indexedAt > freshFor * budget.stretch();
		if (isStale && !isQueued && now >= due)
			readInBackground(entry, canGoOn(read, now) ? read : begin(entry.newest));
		return entry;
	};

	const openShared = (locId: string): Promise<IndexedCity> => {
		// No call for each search of a stranger: they would use up the calls of those who may search.
		if (tokenNeeds.includes('listEvents')) throw rejectionProblem({ status: 400, code: 102 });
		return open(sharedSource(locId));
	};

	return {
		async get(locId, caller) {
			try {
				return await openShared(locId);
			} catch (error) {
				if (caller === null || !isSignInRequired(error)) throw error;
				return open(sourceOf(locId, caller));
			}
		},
	};
}
