/** The indexes of the cities that people search in: made when asked for, refreshed in the background, bounded. */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { levels } from '../../contract/access.ts';
import { paging } from '../../contract/filters.ts';
import { operationPath } from '../../contract/operations.ts';
import type { EventList } from '../../contract/resources.ts';
import type { Budget } from '../budget.ts';
import { ProblemError } from '../problem.ts';
import type { Service } from '../service.ts';
import { createAllowance } from './allowance.ts';
import { type CityIndex, createCityIndex } from './city-index.ts';

/** Cities indexed at once; the one that has not been searched for longest goes. */
const mostCities = 12;
/** Events that one index holds at most, and pages that it reads at most; a service may give fewer than 100 a page. */
const mostEvents = 5_000;
const mostPages = 100;
/** Pages that are read before the first answer; the others follow in the background. */
const firstPages = 2;
/** Milliseconds for which an index is fresh, stretched when the hourly budget runs low. */
const freshness = 30 * 60_000;
/** Milliseconds after which a reading that broke off is tried again. */
const pause = 60_000;
/** A fifth of the smallest hourly budget (Spec §8), whatever cities people think of. */
const callsPerHour = levels.L1.callsPerIp / 5;

export interface IndexedCity {
	index: CityIndex;
	/** Milliseconds since 1970 when the last reading began that came to its end; of the first one until then. */
	indexedAt: number;
	/** Events of the city as the service counts them. */
	total: number;
	/** Whether all of them, or as many as are read at most, are in the index. */
	isComplete: boolean;
}

export interface CityIndexes {
	/** @throws ProblemError when not even the first page can be had, or the searches of this hour have had their calls */
	get(locId: string): Promise<IndexedCity>;
}

/** A reading of a city's list under way. */
interface Reading {
	startedAt: number;
	/** Where the next page starts. */
	next: number;
	pages: number;
	ids: Set<string>;
}

/** The service is called directly: the shared cache keeps no texts, and this index is what keeps the answers. */
export function createCityIndexes(
	service: Service,
	budget: Budget,
	clock: () => number,
	log: FastifyBaseLogger,
): CityIndexes {
	const cities = new LRUCache<string, IndexedCity>({ max: mostCities });
	const starting = new Map<string, Promise<IndexedCity>>();
	const reading = new Set<string>();
	/** When a city's list may be read again, in milliseconds since 1970. */
	const due = new WeakMap<IndexedCity, number>();
	const allowance = createAllowance(callsPerHour, clock);
	/** One city after another is read in the background, so that visitors' own calls are not held up. */
	let queue = Promise.resolve();

	const begin = (): Reading => ({ startedAt: clock(), next: 0, pages: 0, ids: new Set() });

	/** Reads at most `most` pages more. @returns whether the list is at its end, or as much of it as is read */
	const readPages = async (locId: string, city: IndexedCity, state: Reading, most: number) => {
		for (let page = 0; page < most; page++) {
			if (state.pages >= mostPages || state.next >= mostEvents) return true;
			if (!allowance.take())
				throw new ProblemError('too_many_requests', 'The search has had its calls of this hour.');
			const path = operationPath('listEvents', {
				loc: locId,
				day_type: 'future',
				start: state.next,
				count: paging.maxCount,
			});
			const { status, body } = await service.call('GET', path, undefined);
			const { events, total } = (body ?? {}) as Partial<EventList>;
			if (status !== 200 || !Array.isArray(events))
				throw new ProblemError('service_unreachable', `The list of events answered with status ${status}.`);
			city.index.add(events);
			for (const event of events) if (event?.id !== undefined) state.ids.add(event.id);
			state.pages += 1;
			// What came counts, not what was asked for: the page size is not in the specification.
			state.next += events.length;
			city.total = typeof total === 'number' ? total : state.next;
			if (events.length === 0 || state.next >= city.total) return true;
		}
		return state.pages >= mostPages || state.next >= mostEvents;
	};

	const finish = (city: IndexedCity, { startedAt, ids }: Reading) => {
		city.index.keepOnly(ids);
		city.indexedAt = startedAt;
		city.isComplete = true;
	};

	const readInBackground = (locId: string, city: IndexedCity, state: Reading) => {
		reading.add(locId);
		queue = queue.then(async () => {
			try {
				// A city that was pushed out meanwhile is nobody's.
				if (cities.peek(locId) !== city) return;
				await readPages(locId, city, state, mostPages);
				finish(city, state);
			} catch (error) {
				due.set(city, clock() + pause);
				log.info({ err: error }, 'an index stays as it is');
			} finally {
				reading.delete(locId);
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
		const isWhole = await readPages(locId, city, state, firstPages);
		cities.set(locId, city);
		if (isWhole) finish(city, state);
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
			if (isStale && !reading.has(locId) && clock() >= (due.get(city) ?? 0))
				readInBackground(locId, city, begin());
			return city;
		},
	};
}
