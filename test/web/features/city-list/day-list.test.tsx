import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SearchResponse } from '../../../../src/contract/bff-api/search.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { problem, startApp } from '../../start-app.tsx';

const first: SearchResponse = {
	total: 2,
	hits: [{ event: publicEvent(), terms: [], snippet: null }],
	indexed: 2,
	listed: 2,
	is_complete: true,
	is_reading: false,
	suggestion: null,
	named: { types: [], venues: [], organizers: [] },
};

it('shows why the next page of a day cannot be loaded, and loads no more automatically', async () => {
	const app = await startApp();
	app.respond({ '/search/': (query) => (query.has('start') ? problem(400, 'invalid_request') : first) });
	await app.open('/cities/beijing?day=2998-01-01');
	fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
	await screen.findByRole('alert');
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
