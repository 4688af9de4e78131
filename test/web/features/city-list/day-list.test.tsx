import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { nothingFound } from '../../bodies.ts';
import { problem, setClock, startApp, withSettings } from '../../start-app.tsx';
import { hrefOf, tap } from '../../steps.ts';

const hitOf = (fields: object = {}) => ({ event: publicEvent(fields), terms: [], snippet: null });

it('shows why the next page of a day cannot be loaded, and loads no more automatically', async () => {
	const app = await startApp();
	const first = { ...nothingFound, total: 2, hits: [hitOf()] };
	app.respond({ '/search/': (query) => (query.has('start') ? problem(400, 'invalid_request') : first) });
	await app.open('/cities/beijing?day=2998-01-01');
	await tap('Show more');
	await screen.findByRole('alert');
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('counts what runs for weeks apart, as a calendar does, and offers the nearest days if there is nothing else', async () => {
	const app = await startApp();
	const run = hitOf({ begin_time: '2997-12-01 10:00:00', end_time: '2998-02-01 18:00:00' });
	const near = [{ day: '2998-01-03' as Day, count: 4 }];
	app.respond({ '/search/': { ...nothingFound, total: 1, running: 1, hits: [run], near } });
	await app.open('/cities/beijing?day=2998-01-01&type=music');
	await screen.findByText('Exhibitions and long-running events: 1');
	const href = '/cities/beijing?day=2998-01-03&type=music';
	await waitFor(() => expect(hrefOf(/3 Jan 2998 · 4 events/)).toBe(href));
});

it('does not say that a day is over which may go on where the service is, if its zone is unknown', async () => {
	// 10:00 on the next day in Auckland, 16:00 in New York.
	setClock('2026-11-29T21:00:00Z', -780);
	const app = await startApp();
	app.respond({ '/search/': nothingFound });
	await app.open('/cities/beijing?day=2026-11-29', withSettings({ time_zone: null }));
	await screen.findByText('No events on this day.');
});
