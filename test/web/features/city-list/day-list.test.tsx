import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { publicEvent } from '../../../bff/public-event.ts';
import { nothingFound } from '../../bodies.ts';
import { problem, setClock, startApp, withSettings } from '../../start-app.tsx';
import { hrefOf, tap, textsOf } from '../../steps.ts';

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

const exhibition = {
	category: 'exhibition',
	begin_time: '2026-11-02 10:00:00',
	end_time: '2027-01-10 18:00:00',
};
const hike = {
	...{ id: '2', title: 'Hike', category: 'travel', time_str: '10:00-18:00' },
	...{ begin_time: '2026-11-29 10:00:00', end_time: '2026-12-01 18:00:00' },
};

it('only a list that includes today says until when an exhibition is open; a hike is never open', async () => {
	setClock('2026-11-30T06:00:00Z');
	const app = await startApp();
	const hits = [hitOf(exhibition), hitOf(hike)];
	const sunday = { text: 'sunday', from: '2026-12-06', to: '2026-12-06', part: null };
	app.respond({
		'/search/': (query) => ({
			...nothingFound,
			total: 2,
			hits,
			when: query.get('q') === null ? null : sunday,
		}),
	});
	const badges = () =>
		textsOf(screen.queryAllByText(/^(Open until 18:00|On now)$/, { selector: 'article *' })).toSorted();
	const open = async (path: string) => {
		await app.open(path);
		await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
	};
	for (const days of [
		'?day=2026-11-30',
		'?day=2026-11-29&until=2026-12-01',
		'?view=calendar&day_type=weekend',
	]) {
		await open(`/cities/beijing${days}`);
		expect(badges()).toEqual(['On now', 'Open until 18:00']);
	}
	for (const days of ['?day=2026-11-20', '?day_type=tomorrow&price=0', '/search?q=exhibition+on+sunday']) {
		await open(`/cities/beijing${days}`);
		await waitFor(() => expect(badges()).toEqual([]));
	}
});
