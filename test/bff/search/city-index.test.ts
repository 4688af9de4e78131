import { describe, expect, it } from 'vitest';
import { createCityIndex } from '../../../src/bff/search/city-index.ts';
import { countDays } from '../../../src/bff/search/count-days.ts';
import type { Day } from '../../../src/contract/event/wall-clock.ts';
import { publicEvent } from '../public-event.ts';

const hours = (from: string, to: string) => ({ begin_time: `${from} 19:00:00`, end_time: `${to} 23:00:00` });

/** An index of events `0`, `1` … with these titles, and how often it has let other work go first. */
function indexOf(titles: readonly string[], fields: object = {}) {
	const pauses = { count: 0 };
	const pause = async () => {
		pauses.count += 1;
	};
	const index = createCityIndex(pause);
	index.add(titles.map((title, id) => publicEvent({ id: String(id), title, ...fields })));
	const find = async (query: string) => {
		pauses.count = 0;
		const { hits, total } = await index.search(query, {}, { start: 0, count: 100 });
		return { ids: hits.map(({ event }) => event.id), terms: hits.map(({ terms }) => terms), total };
	};
	return { index, pauses, pause, find };
}

describe('a search', () => {
	it('finds what matches every word where there is such an event, else what matches one, most words first', async () => {
		const { find } = indexOf(['quiet evening', 'evening jazz', 'jazz', 'late jazz evening']);
		expect((await find('jazz evening')).ids.toSorted()).toEqual(['1', '3']);
		expect((await find('late quiet')).ids.toSorted()).toEqual(['0', '3']);
		expect((await find('jazz late xylophone')).ids[0]).toBe('3');
	});

	it('names the words of each event that matched', async () => {
		const { find } = indexOf(['concerts of jazz']);
		expect((await find('concert jazz')).terms).toEqual([['concerts', 'jazz']]);
	});

	it('lets other work go first after each word of the query, and counts each event once', async () => {
		const { pauses, find } = indexOf(Array.from({ length: 20 }, () => 'one two three four five'));
		expect((await find('one two three four five')).total).toBe(20);
		expect(pauses.count).toBe(5);
		expect((await find('x '.repeat(50))).total).toBe(0);
		expect(pauses.count).toBeLessThanOrEqual(24);
	});

	it('lets other work go first after each 500 events that it looks at', async () => {
		const { index, pauses, find } = indexOf(Array.from({ length: 2_001 }, () => 'one'));
		expect((await find('one')).total).toBe(2_001);
		expect(pauses.count).toBe(1 + 4);
		pauses.count = 0;
		expect(await index.all('', {})).toHaveLength(2_001);
		expect(pauses.count).toBe(4);
		pauses.count = 0;
		await index.keepOnly(new Set(['7']));
		expect([pauses.count, index.size()]).toEqual([4, 1]);
		expect((await find('one')).ids).toEqual(['7']);
	});

	it('does not count a word of an event that has lost it while the search waited', async () => {
		const index = createCityIndex(async () => index.add([publicEvent({ id: '1', title: 'three' })]));
		index.add([publicEvent({ id: '1', title: 'one two' }), publicEvent({ id: '2', title: 'one two' })]);
		expect(
			(await index.search('one two', {}, { start: 0, count: 9 })).hits.map(({ event }) => event.id),
		).toEqual(['2']);
	});
});

describe('an index', () => {
	it('knows whether it takes so many bytes, as it counts them, also after events are gone', async () => {
		const { index } = indexOf([]);
		const check = () => {
			const bytes = index.bytes();
			expect([bytes - 1, bytes, bytes + 1].map((each) => index.takes(each))).toEqual([true, true, false]);
		};
		for (let id = 0; id < 50; id++) {
			index.add([publicEvent({ id: `${id}`, title: `one two ${id} ${'word'.repeat(id)}` })]);
			const takes = index.takes(30_000);
			expect(takes).toBe(index.bytes() >= 30_000);
			check();
		}
		await index.keepOnly(new Set(['1', '2']));
		check();
	});

	it('knows whether some event does not name its type, also after that event is gone', async () => {
		const { index } = indexOf(['one'], { category: 'music' });
		expect(index.hasUntyped()).toBe(false);
		index.add([publicEvent({ id: '9', title: 'two' })]);
		expect(index.hasUntyped()).toBe(true);
		await index.keepOnly(new Set(['0']));
		expect(index.hasUntyped()).toBe(false);
		index.add([publicEvent({ id: '0', title: 'one' })]);
		expect(index.hasUntyped()).toBe(true);
	});
});

describe('the days of a calendar', () => {
	it('are counted in parts, and what lasts several days is in order of time, at most 120 of it', async () => {
		const { index, pauses, pause } = indexOf(
			Array.from({ length: 1_200 }, () => 'one'),
			hours('2026-11-21', '2026-11-23'),
		);
		index.add([publicEvent({ id: 'first', title: 'x', ...hours('2026-11-20', '2026-11-22') })]);
		const events = await index.all('', {});
		pauses.count = 0;
		const { days, spans } = await countDays(events, '2026-11-01' as Day, '2026-11-30' as Day, pause);
		expect(days['2026-11-21' as Day]).toBe(1_201);
		expect([spans.length, spans[0]?.id]).toEqual([120, 'first']);
		expect(pauses.count).toBe(3);
	});
});
