import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFilters } from '../../src/contract/list-filters.ts';
import { matchPage, pagePath, readStart } from '../../src/contract/paths.ts';

describe('paths of pages', () => {
	it('match their builders, for ids of any characters', () => {
		const id = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.isWellFormed());
		fc.assert(
			fc.property(id, (text) => {
				expect(matchPage(pagePath.event(text))).toEqual({ page: 'event', params: { id: text } });
				expect(matchPage(pagePath.city(text))).toEqual({ page: 'city', params: { uid: text } });
				expect(matchPage(pagePath.user(text, 'wished'))).toEqual({
					page: 'user',
					params: { id: text, relation: 'wished' },
				});
			}),
		);
	});

	it('are only those in the table', () => {
		expect(matchPage('/')).toEqual({ page: 'home', params: {} });
		expect(matchPage('/cities')).toEqual({ page: 'cities', params: {} });
		expect(matchPage('/me/created')).toEqual({ page: 'me', params: { relation: 'created' } });
		for (const path of ['', '/cities/', '/cities/a/b', '/events', '/users/1/joined', '/Cities', '/events/%'])
			expect(matchPage(path), path).toBeNull();
	});

	it('keep an encoded slash inside an id', () => {
		expect(matchPage('/cities/beijing%2Fxyz')?.params.uid).toBe('beijing/xyz');
		expect(matchPage('/events/ev%252B7')?.params.id).toBe('ev%2B7');
	});

	it('can name a single day, in the search with and without a city', () => {
		const friday = readFilters('day=2026-11-27&q=jazz');
		expect(pagePath.search('beijing', friday)).toBe('/cities/beijing/search?day=2026-11-27&q=jazz');
		expect(pagePath.search(null, { q: 'jazz' })).toBe('/search?q=jazz');
		expect(pagePath.searchField('beijing')).toBe('/cities/beijing/search#search');
		expect(matchPage('/cities/beijing/search')).toEqual({ page: 'citySearch', params: { uid: 'beijing' } });
		for (const wrong of ['day=today', 'day=2026-02-30', 'day=9999-12-31'])
			expect([wrong, readFilters(wrong).day]).toEqual([wrong, null]);
	});

	it('of the pages of a list contain a position up to a limit', () => {
		const path = pagePath.from(pagePath.city('beijing', { type: 'music' }), 20);
		expect(path).toBe('/cities/beijing?type=music&start=20');
		expect(pagePath.from('/cities/beijing?day_type=today&start=20', 40)).toBe(
			'/cities/beijing?day_type=today&start=40',
		);
		expect(pagePath.from('/cities/beijing', 1_001)).toBeNull();
		expect(readStart('?start=1000')).toBe(1_000);
		for (const odd of ['', '0', '-20', '1001', '99999', '1e2', '020', '2.5', ' 20'])
			expect([odd, readStart(new URLSearchParams({ start: odd }))]).toEqual([odd, 0]);
	});
});
