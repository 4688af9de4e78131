/** The indexes of the cities that people search in: made when asked for, refreshed in the background, bounded. */
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { paging } from '../../contract/filters.ts';
import { operationPath } from '../../contract/operations.ts';
import type { EventList } from '../../contract/resources.ts';
import type { Budget } from '../budget.ts';
import type { Service } from '../service.ts';
import { type CityIndex, createCityIndex } from './city-index.ts';

/** Cities indexed at once; the one that has not been searched for longest goes. */
const mostCities = 12;
/** Pages of 100 that one index reads at most: 5,000 events. */
const mostPages = 50;
/** Pages that are read before the first answer; the others follow in the background. */
const firstPages = 2;
/** Milliseconds for which an index is fresh, stretched when the hourly budget runs low. */
const freshness = 30 * 60_000;

interface IndexedCity {
	index: CityIndex;
	/** Milliseconds since 1970 when the reading began. */
	indexedAt: number;
	/** Events of the city as the service counts them. */
	total: number;
	/** Whether all of them, or as many as are read at most, are in the index. */
	isComplete: boolean;
}

export interface CityIndexes {
	/** @throws ProblemError when not even the first page can be had */
	get(locId: string): Promise<IndexedCity>;
}

export function createCityIndexes(
	service: Service,
	budget: Budget,
	clock: () => number,
	log: FastifyBaseLogger,
): CityIndexes {
	const cities = new LRUCache<string, IndexedCity>({ max: mostCities });
	const starting = new Map<string, Promise<IndexedCity>>();
	const refreshing = new Set<string>();

	/** Reads pages from `from` on. @returns whether there are no more */
	const readPages = async (locId: string, city: IndexedCity, ids: Set<string>, from: number, to: number) => {
		for (let page = from; page < to; page++) {
			const path = operationPath('listEvents', {
				loc: locId,
				day_type: 'future',
				start: page * paging.maxCount,
				count: paging.maxCount,
			});
			const { status, body } = await service.call('GET', path, undefined);
			if (status !== 200) throw new Error(`the list answered with status ${status}`);
			const { events, total } = body as EventList;
			city.index.add(events);
			for (const { id } of events) ids.add(id);
			city.total = total;
			if (events.length === 0 || (page + 1) * paging.maxCount >= total) return true;
		}
		return to >= mostPages;
	};

	const readRest = async (locId: string, city: IndexedCity, ids: Set<string>, from: number) => {
		refreshing.add(locId);
		try {
			city.isComplete = await readPages(locId, city, ids, from, mostPages);
			if (city.isComplete) city.index.keepOnly(ids);
		} catch (error) {
			log.info({ err: error }, 'an index stays as it is');
		} finally {
			refreshing.delete(locId);
		}
	};

	const start = async (locId: string): Promise<IndexedCity> => {
		const city: IndexedCity = { index: createCityIndex(), indexedAt: clock(), total: 0, isComplete: false };
		const ids = new Set<string>();
		city.isComplete = await readPages(locId, city, ids, 0, firstPages);
		cities.set(locId, city);
		if (!city.isComplete) void readRest(locId, city, ids, firstPages);
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
			const isStale = clock() - city.indexedAt > freshness * budget.stretch();
			if (isStale && !refreshing.has(locId)) {
				city.indexedAt = clock();
				void readRest(locId, city, new Set(), 0);
			}
			return city;
		},
	};
}
