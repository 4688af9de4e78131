/** How well an index finds the events that the list of queries means. */
import type { CityIndex } from '../../../src/bff/search/city-index.ts';
import type { PublicEvent } from '../../../src/contract/event/event.ts';
import { queries } from './queries.ts';

/** The number of hits that a person reads. */
const looked = 20;

export interface Recall {
	q: string;
	/** Matching events in the index: a query without any measures nothing. */
	fitting: number;
	/** Share of the matching events, up to as many as a person reads, that are among the first hits. */
	recall: number;
	/** Share of the first hits that match. */
	precision: number;
}

/** @param events all events of the index */
export function measureRecall(index: CityIndex, events: readonly PublicEvent[]): Recall[] {
	return queries.map(({ q, fits }) => {
		const isFit = ({ title, address, owner }: PublicEvent) => fits.test(`${title} ${address} ${owner?.name}`);
		const fitting = events.filter(isFit).length;
		const wanted = Math.min(looked, fitting);
		const hits = index.find(q, {}).hits.slice(0, looked);
		const found = hits.filter(({ event }) => isFit(event)).length;
		return {
			q,
			fitting,
			recall: wanted === 0 ? 1 : found / wanted,
			precision: hits.length === 0 ? 0 : found / hits.length,
		};
	});
}

export const average = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
