import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { searchPageSize } from '../../../../src/contract/bff-api/limits.ts';
import type { SearchResponse } from '../../../../src/contract/bff-api/search.ts';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { placeOfControl } from '../../../../src/web/app/control-place.ts';
import { returnTo } from '../../../../src/web/app/return-after-reload.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { nothingFound } from '../../bodies.ts';
import { setClock, startApp } from '../../start-app.tsx';
import { hrefOf, isAt } from '../../steps.ts';

const hitOf = (fields: object = {}): SearchResponse['hits'][number] => ({
	event: publicEvent(fields),
	terms: [],
	snippet: null,
});

/** Opens a search of Beijing. The BFF responds with `state`, and nothing else from a complete index. */
async function search(query: string, state: Partial<SearchResponse>) {
	const app = await startApp();
	app.respond({ '/search/': { ...nothingFound, ...state } });
	await app.open(`/cities/beijing/search?q=${query}`);
	return app;
}

describe('a search without results', () => {
	it('says that there are none yet while more events are loading', async () => {
		await search('jazz', { is_complete: false, is_reading: true });
		await screen.findByText('No results for “jazz” yet. Still searching…');
		expect(screen.queryByText(/^No results for “jazz”\./)).toBeNull();
	});

	it('says that there are none once all events are loaded, and links to upcoming events', async () => {
		await search('jazz', {});
		await screen.findByText('No results for “jazz”. Try fewer or different words.');
		expect(hrefOf('See all upcoming events')).toBe('/cities/beijing?day_type=future');
	});

	it('offers the nearest days that have some', async () => {
		setClock('2026-11-29T12:00:00+08:00');
		const near = [{ day: '2026-12-01' as Day, count: 2 }];
		const when = { text: 'tonight', from: '2026-11-29' as Day, to: '2026-11-29' as Day, part: null };
		await search('jazz+tonight', { words: 'jazz', when, near, price: { max: 0, text: 'free' } });
		await screen.findByText('No results for “jazz” with these filters: tonight · free.');
		expect(screen.getByText('Nearest days with results for “jazz”:')).toBeDefined();
		expect(hrefOf('Tue 1 Dec · 2 events')).toBe('/cities/beijing/search?day=2026-12-01&price=0&q=jazz');
	});

	it('names its filters, and links to the results without them', async () => {
		await search('jazz&day_type=weekend&type=music', {});
		await screen.findByText('No results for “jazz” with these filters: This weekend · Music.');
		expect(hrefOf('Search without filters')).toBe('/cities/beijing/search?q=jazz');
	});
});

it('a search says above its results that more events are loading, instead of a count that will grow', async () => {
	await search('jazz', { total: 3, is_complete: false, is_reading: true, hits: [hitOf()] });
	const note = await screen.findByText('More events are loading.');
	const order = note.compareDocumentPosition(screen.getByRole('article'));
	expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	expect(screen.queryByText('3 events')).toBeNull();
});

it('a search for different words shows that it is loading, and no longer offers more results for the previous words', async () => {
	const app = await search('jazz', { total: 5, hits: [hitOf()] });
	await screen.findByText('5 events');
	expect(screen.getByRole('button', { name: 'Show more' })).toBeDefined();
	const answer = app.hold('q=trumpet');
	app.respond({ '/search/': nothingFound });
	fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'trumpet' } });
	await isAt('/cities/beijing/search?q=trumpet');
	await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
	await waitFor(() => expect(screen.queryByText('5 events')).toBeNull());
	expect(screen.getAllByRole('article')).toHaveLength(1);
	answer();
	await screen.findByText(/^No results for “trumpet”\./);
});

it('after a reload, as many results are shown as before', async () => {
	const app = await startApp();
	const found = Array.from({ length: 130 }, (_none, index) =>
		hitOf({ id: String(index + 1), title: `Evening ${index + 1}` }),
	);
	app.respond({
		'/search/': (query) => {
			const start = Number(query.get('start'));
			const hits = found.slice(start, start + Number(query.get('count') ?? searchPageSize));
			return { ...nothingFound, total: found.length, hits };
		},
	});
	const open = () => app.open('/cities/beijing/search?q=evening');
	await open();
	await screen.findByText('130 events');
	fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
	const last = await screen.findByRole('link', { name: 'Evening 120' });
	const place = placeOfControl(last, app.client());
	await open();
	returnTo(place, app.client(), true);
	const again = await screen.findByRole('link', { name: 'Evening 120' });
	await waitFor(() => expect(document.activeElement).toBe(again));
});

describe('a result', () => {
	it('shows why it was found: by its text, organizer or type, but not by its time', async () => {
		const hits = [
			{ ...hitOf({ id: '1' }), terms: ['trumpet'], snippet: 'And a trumpet solo.' },
			{ ...hitOf({ id: '2', owner: { id: '7', name: 'Trumpet Friends' } }), terms: ['trumpet'] },
			hitOf({ id: '3', category: 'music' }),
		];
		const app = await search('trumpet', { total: 3, hits });
		const marked = () =>
			screen.getAllByRole('article').map((card) => card.querySelector('mark')?.parentElement?.textContent);
		await waitFor(() =>
			expect(marked()).toEqual(['And a trumpet solo.', 'By Trumpet Friends', 'Type: Music']),
		);
		app.respond({ '/search/': { ...nothingFound, total: 3, hits, words: '' } });
		await app.open('/cities/beijing/search?q=tonight');
		await waitFor(() => expect(marked()).toEqual([undefined, undefined, undefined]));
	});

	it('comes after the matching types, venues and organizers, each with its link', async () => {
		const named: SearchResponse['named'] = {
			types: [{ type: 'music', poster: null }],
			venues: [{ name: 'Copper House', address: 'Road 1, Copper House', count: 2, poster: null }],
			organizers: [{ person: { id: '7', name: 'Ada', avatar: null }, count: 1, poster: null }],
			cities: [{ uid: 'shanghai', name: '上海', q: 'music' }],
		};
		await search('music', { total: 1, hits: [hitOf()], named });
		const list = await screen.findByRole('list', { name: 'Types, venues and organizers' });
		expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
			'/cities/shanghai/search?q=music',
			'/cities/beijing?day_type=future&type=music',
			'/cities/beijing/search?q=Copper+House',
			'/users/7/created',
		]);
	});
});
