import { describe, expect, it } from 'vitest';
import { createCityIndex } from '../../../src/bff/search/city-index.ts';
import { countDays } from '../../../src/bff/search/search-routes.ts';
import type { Day } from '../../../src/contract/event/wall-clock.ts';
import { publicEvent } from '../public-event.ts';

const mega = 1024 * 1024;
const hours = (from: string, to: string) => ({ begin_time: `${from} 19:00:00`, end_time: `${to} 23:00:00` });
const eventsOf = (titles: readonly string[], fields: object = {}) =>
	titles.map((title, id) => publicEvent({ id: String(id), title, ...fields }));

/** An index of events `0`, `1` … with these titles. */
async function indexOf(titles: readonly string[], fields: object = {}) {
	const index = createCityIndex(32 * mega);
	await index.add(eventsOf(titles, fields));
	const find = (query: string) => {
		const hits = index.find(query, {});
		return { ids: hits.map(({ event }) => event.id), terms: hits.map(({ terms }) => terms) };
	};
	return { index, find };
}

describe('a search', () => {
	it('finds what matches every word where there is such an event, else what matches one, most words first', async () => {
		const { find } = await indexOf(['quiet evening', 'evening jazz', 'jazz', 'late jazz evening']);
		expect(find('jazz evening').ids.toSorted()).toEqual(['1', '3']);
		expect(find('late quiet').ids.toSorted()).toEqual(['0', '3']);
		expect(find('jazz late xylophone').ids[0]).toBe('3');
	});

	it('names the words of each event that matched', async () => {
		const { find } = await indexOf(['concerts of jazz']);
		expect(find('concert jazz').terms).toEqual([['concerts', 'jazz']]);
	});
});

describe('a place', () => {
	it('has the events at its address, or without one at its point, by start', async () => {
		const index = createCityIndex(32 * mega);
		const point = { address: '', geo: '39.9 116.4' };
		await index.add([
			publicEvent({ id: 'late', address: 'Blue Note', ...hours('2026-11-23', '2026-11-23') }),
			publicEvent({ id: 'early', address: 'Blue Note', ...hours('2026-11-21', '2026-11-21') }),
			publicEvent({ id: 'other', address: 'Red Note' }),
			publicEvent({ id: 'point', ...point }),
		]);
		const at = (place: string) => index.at(place).map(({ id }) => id);
		expect(at('Blue Note')).toEqual(['early', 'late']);
		expect(at('39.9, 116.4')).toEqual(['point']);
		expect(at('')).toEqual([]);
	});
});

describe('a suggestion', () => {
	it('is the query without typos in words with a meaning, or the closest words of the index', async () => {
		const { index } = await indexOf(['Swing social', '露天电影']);
		expect(index.suggest('exibition')).toBe('exhibition');
		expect(index.suggest('exposicon')).toBe('exposición');
		expect(index.suggest('swinng')).toBe('swing');
	});

	it('is none for a query without a typo', async () => {
		const { index } = await indexOf(['Swing social', '露天电影']);
		for (const q of ['exhibition', 'swing', '电影', 'xyzzy']) expect(index.suggest(q), q).toBeNull();
	});
});

describe('an index', () => {
	it('ends where it would take more memory than it may', async () => {
		const titles = Array.from({ length: 500 }, (_, index) => `evening ${index} ${'word'.repeat(index % 50)}`);
		const index = createCityIndex(200_000);
		await index.add(eventsOf(titles));
		expect(index.size()).toBeGreaterThan(20);
		expect(index.size()).toBeLessThan(400);
	});

	it('knows whether some event does not name its type', async () => {
		expect((await indexOf(['one'], { category: 'music' })).index.hasUntyped()).toBe(false);
		expect((await indexOf(['one', 'two'])).index.hasUntyped()).toBe(true);
	});
});

describe('the days of a calendar', () => {
	it('are counted, and what lasts several days is in order of time, at most 120 of it', () => {
		const events = [
			...eventsOf(
				Array.from({ length: 1_200 }, () => 'one'),
				hours('2026-11-21', '2026-11-23'),
			),
			publicEvent({ id: 'first', title: 'x', ...hours('2026-11-20', '2026-11-22') }),
		];
		const { days, spans } = countDays(events, '2026-11-01' as Day, '2026-11-30' as Day);
		expect(days['2026-11-21' as Day]).toBe(1_201);
		expect([spans.length, spans[0]?.id]).toEqual([120, 'first']);
	});
});
