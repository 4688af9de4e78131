import { describe, expect, it } from 'vitest';
import { defaultFilters, hasFilters, readFilters } from '../../src/contract/list-filters.ts';
import { pagePath } from '../../src/contract/paths.ts';

describe('paths of lists', () => {
	it('contain the filters of a list, except defaults', () => {
		expect(pagePath.city('beijing', { dayType: 'weekend', type: 'music', q: 'a b' })).toBe(
			'/cities/beijing/search?day_type=weekend&type=music&q=a+b',
		);
		expect(pagePath.city('st.gallen')).toBe('/cities/st.gallen');
		expect(readFilters('?day_type=weekend&type=music&q=a+b&view=map&sort=near')).toEqual({
			dayType: 'weekend',
			day: null,
			until: null,
			type: 'music',
			price: null,
			q: 'a b',
			view: 'map',
			sort: 'near',
		});
		const range = 'day=2026-12-05&until=2026-12-06';
		expect(pagePath.city('beijing', readFilters(range))).toBe(`/cities/beijing?${range}`);
		expect(readFilters('day=2026-12-05&until=2026-12-01').until).toBeNull();
		expect(readFilters(`${range}&view=calendar`).until).toBeNull();
		expect(readFilters('day_type=x&type=y&view=z&sort=')).toEqual(defaultFilters);
		expect(readFilters(`q=${'x'.repeat(200)}`).q).toHaveLength(100);
	});

	it('search all upcoming events, unless days are chosen', () => {
		expect(readFilters('q=cafe').dayType).toBe('future');
		expect(readFilters('q=cafe&day_type=today').dayType).toBe('today');
		expect(readFilters('q=+').dayType).toBe('today');
		expect(pagePath.city('beijing', readFilters('q=cafe'))).toBe('/cities/beijing/search?q=cafe');
		expect(pagePath.city('beijing', { ...readFilters('q=cafe'), dayType: 'today' })).toBe(
			'/cities/beijing/search?day_type=today&q=cafe',
		);
	});

	it('distinguish the list of a city from its front page, which has no filters', () => {
		expect(pagePath.city('beijing')).toBe('/cities/beijing');
		expect(pagePath.city('beijing', defaultFilters)).toBe('/cities/beijing?day_type=today');
		expect(pagePath.city('beijing', { view: 'map' })).toBe('/cities/beijing?view=map');
		for (const list of ['?day_type=today', '?type=music', '?q=a', '?view=map', '?sort=near', '?day_type=x'])
			expect([list, hasFilters(list)]).toEqual([list, true]);
		for (const front of ['', '?', '?q=', '?q=+', '?utm_source=x', '?day_type=&type='])
			expect([front, hasFilters(front)]).toEqual([front, false]);
	});
});
