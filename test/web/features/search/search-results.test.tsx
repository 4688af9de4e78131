// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SearchResponse } from '../../../../src/contract/bff-api/search.ts';
import { startApp } from '../../start-app.tsx';

/** Opens a search that finds nothing, and as much of the city as is given. */
async function searchInVain(path: string, state: Partial<SearchResponse>) {
	const app = await startApp();
	const response: Omit<SearchResponse, 'hits'> = {
		total: 0,
		indexed: 200,
		listed: 740,
		is_complete: false,
		is_reading: false,
		indexed_at: '2026-11-22T10:00:00Z',
		...state,
	};
	app.intercept((call) =>
		call.path.startsWith('/search/')
			? Promise.resolve(Response.json({ ...response, hits: [] } satisfies SearchResponse))
			: undefined,
	);
	await app.open(path);
}

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('a search without results', () => {
	it('says that there are none yet while more events are read', async () => {
		await searchInVain('/cities/beijing?q=jazz', { is_reading: true });
		await screen.findByText('No results for “jazz” yet. Still searching…');
		expect(screen.queryByText(/^No results for “jazz”\./)).toBeNull();
	});

	it('says that there are none once all is read, and leads to what is on', async () => {
		await searchInVain('/cities/beijing?q=jazz', { is_complete: true, indexed: 740 });
		await screen.findByText('No results for “jazz”. Try fewer or other words.');
		expect(linkTo('See all upcoming')).toBe('/cities/beijing?day_type=future');
	});

	it('leads to the same search without filters when it has some', async () => {
		await searchInVain('/cities/beijing?day_type=weekend&type=music&q=jazz', { is_complete: true });
		await screen.findByText('No results for “jazz”. Try fewer or other words.');
		expect(linkTo('Search all upcoming')).toBe('/cities/beijing?q=jazz');
	});
});
