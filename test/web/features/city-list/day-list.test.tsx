import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SearchResponse } from '../../../../src/contract/bff-api/search.ts';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
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

it('counts what runs for weeks apart, as a calendar does, and offers the nearest days if there is nothing else', async () => {
	const app = await startApp();
	const run = publicEvent({ begin_time: '2997-12-01 10:00:00', end_time: '2998-02-01 18:00:00' });
	const near = [{ day: '2998-01-03' as Day, count: 4 }];
	app.respond({
		'/search/': { ...first, total: 1, running: 1, hits: [{ event: run, terms: [], snippet: null }], near },
	});
	await app.open('/cities/beijing?day=2998-01-01&type=music');
	await screen.findByText('Exhibitions and long-running events: 1');
	const link = await screen.findByRole('link', { name: /3 Jan 2998 · 4 events/ });
	expect(link.getAttribute('href')).toBe('/cities/beijing?day=2998-01-03&type=music');
});

it('does not say that a day is over which may go on where the service is, if its zone is unknown', async () => {
	// In Auckland, 10:00 on the next day; in New York, 16:00.
	vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T21:00:00Z') });
	vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-780);
	const app = await startApp();
	app.respond({ '/search/': { ...first, total: 0, hits: [] } });
	await app.open('/cities/beijing?day=2026-11-29', ({ settings }) => ({
		settings: { ...settings, time_zone: null },
	}));
	await screen.findByText('No events on this day.');
});
