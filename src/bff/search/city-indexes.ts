/** The indexes of the cities in which people search: built on the first search, refreshed in the background, bounded. */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Event, isPublic } from '../../contract/event/event.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import { type List, nextStart, readEventList } from '../../contract/event/lists.ts';
import { levels } from '../../contract/spec/access.ts';
import { paging } from '../../contract/spec/filters.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { ProblemError } from '../http/problem.ts';
import type { SignPictures } from '../reads/sign-pictures.ts';
import type { Budget } from '../service/budget.ts';
import type { Service } from '../service/client.ts';
import { createAllowance } from './allowance.ts';
import { type CityIndex, createCityIndex } from './city-index.ts';

/** Cities indexed at once; the one that has not been searched for longest is dropped. */
const maxCities = 12;
/** Events that one index contains at most, and pages that are read for it; a service may send fewer than 100 a page. */
const maxEvents = 5_000;
const maxPages = 100;
/** Pages that are read before the first response; the others follow in the background. */
const firstPages = 2;
/** Milliseconds for which an index is fresh, stretched when the hourly budget runs low. */
const freshness = 30 * 60_000;
/** Milliseconds after which a read that failed is tried again. */
const pause = 60_000;
/** A fifth of the smallest hourly budget (Spec §8), however many cities people search in. */
const callsPerHour = levels.L1.callsPerIp / 5;

export interface IndexedCity {
	index: CityIndex;
	/** Milliseconds since 1970 when the last complete read began; the first one until then. */
	indexedAt: number;
	/** Number of events of the city according to the service. */
	total: number;
	/** Whether all of them, or as many as are read at most, are in the index. */
	isComplete: boolean;
}

export interface CityIndexes {
	/** @throws ProblemError when not even the first page can be read, or the searches of this hour have used their calls */
	get(locId: string): Promise<IndexedCity>;
}

/** A read of a city's list in progress. */
interface ListRead {
	startedAt: number;
	/** Where the next page starts; undefined at the end. */
	next: number | undefined;
	/** Pages so far, with no more of their events than the ids. */
	pages: List<{ id: string }>[];
	/** Ids of the events that anybody may see. */
	publicIds: Set<string>;
}

/** The service is called directly: the shared cache keeps no texts, and the index is what keeps these lists. */
export function createCityIndexes(
	service: Service,
	signPictures: SignPictures,
	budget: Budget,
	clock: () => number,
	log: Pick<FastifyBaseLogger, 'info'>,
): CityIndexes {
	const cities = new LRUCache<string, IndexedCity>({ max: maxCities });
	const starting = new Map<string, Promise<IndexedCity>>();
	const inProgress = new Set<string>();
	/** When a city's list may be read again, in milliseconds since 1970. */
	const due = new WeakMap<IndexedCity, number>();
	const allowance = createAllowance(callsPerHour, clock);
	/** One city after another is read in the background, so that visitors' own calls are not delayed. */
	let queue = Promise.resolve();

	const begin = (): ListRead => ({ startedAt: clock(), next: 0, pages: [], publicIds: new Set() });

	/** @throws ProblemError when the calls of this hour are used, or the list cannot be read */
	const readPage = async (locId: string, start: number): Promise<List<Event>> => {
		if (!allowance.take())
			throw new ProblemError('too_many_requests', 'The searches of this hour have used their calls.');
		const path = operationPath('listEvents', {
			loc: locId,
			day_type: 'future',
			start,
			count: paging.maxCount,
		});
		const { status, body } = await service.call('GET', path, undefined);
		if (status !== 200)
			throw new ProblemError('service_unreachable', `The service rejected the list with status ${status}.`);
		try {
			const list = readEventList(signPictures(body));
			if (list.dropped.length > 0)
				log.info(
					{ path, count: list.dropped.length, reason: list.dropped[0] },
					'elements of a list cannot be read and are left out',
				);
			return list;
		} catch (error) {
			if (!(error instanceof UnreadableError)) throw error;
			const detail = 'The service sent a list of events that cannot be read.';
			throw new ProblemError('service_invalid_response', detail, undefined, error);
		}
	};

	const isAtEnd = ({ next, pages }: ListRead) =>
		next === undefined || next >= maxEvents || pages.length >= maxPages;

	/** Reads at most `max` pages more. */
	const readPages = async (locId: string, city: IndexedCity, state: ListRead, max: number) => {
		for (let page = 0; page < max && state.next !== undefined && !isAtEnd(state); page++) {
			const list = await readPage(locId, state.next);
			const events = list.items.filter(isPublic);
			city.index.add(events);
			for (const { id } of events) state.publicIds.add(id);
			state.pages.push({ ...list, items: list.items.map(({ id }) => ({ id })) });
			city.total = list.total ?? state.next + list.sent;
			state.next = nextStart(state.pages, state.next);
		}
	};

	const finish = (city: IndexedCity, { startedAt, publicIds }: ListRead) => {
		city.index.keepOnly(publicIds);
		city.indexedAt = startedAt;
		city.isComplete = true;
	};

	const readInBackground = (locId: string, city: IndexedCity, state: ListRead) => {
		inProgress.add(locId);
		queue = queue.then(async () => {
			try {
				// Nobody uses a city that was dropped meanwhile.
				if (cities.peek(locId) !== city) return;
				await readPages(locId, city, state, maxPages);
				finish(city, state);
			} catch (error) {
				due.set(city, clock() + pause);
				log.info({ err: error }, 'an index could not be refreshed');
			} finally {
				inProgress.delete(locId);
			}
		});
	};

	const start = async (locId: string): Promise<IndexedCity> => {
		const state = begin();
		const city: IndexedCity = {
			index: createCityIndex(),
			indexedAt: state.startedAt,
			total: 0,
			isComplete: false,
		};
		await readPages(locId, city, state, firstPages);
		cities.set(locId, city);
		if (isAtEnd(state)) finish(city, state);
		else readInBackground(locId, city, state);
		return city;
	};

	return {
		async get(locId) {
			const city = cities.get(locId);
			if (city === undefined) {
				const promise = starting.get(locId) ?? start(locId).finally(() => starting.delete(locId));
				starting.set(locId, promise);
				return promise;
			}
			const isStale = !city.isComplete || clock() - city.indexedAt > freshness * budget.stretch();
			if (isStale && !inProgress.has(locId) && clock() >= (due.get(city) ?? 0))
				readInBackground(locId, city, begin());
			return city;
		},
	};
}
