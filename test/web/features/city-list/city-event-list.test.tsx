import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cityEvents, nothingFound, openEvent, overEvent } from '../../bodies.ts';
import { setClock, showEverything, startApp, type TestApp, withSettings } from '../../start-app.tsx';
import { tap, textsOf } from '../../steps.ts';

/**
 * Serves these pages of the city's list instead of the sandbox's.
 *
 * @param total null: responses have no total
 * @param isEndNear whether the list's end is always near the viewport, so that more pages load
 */
async function openList(
	pages: object[][],
	total: number | null,
	{ isEndNear = false, dayType = 'today' } = {},
): Promise<TestApp> {
	const app = await startApp();
	if (isEndNear) showEverything();
	const listAt = (query: URLSearchParams) => {
		const start = Number(query.get('start'));
		const starts = pages.map((_, index) => pages.slice(0, index).flat().length);
		const events = pages[starts.indexOf(start)] ?? [];
		return { events, start, ...(total === null ? {} : { total }) };
	};
	app.respond({ '/api/cities/108288/events': listAt, '/search/': nothingFound });
	await app.open(`/cities/beijing?day_type=${dayType}`);
	return app;
}

const reads = (app: TestApp) => app.callsTo('/api/cities/108288/events').length;
const shownTitles = () => textsOf(screen.queryAllByRole('link', { name: /^Event \d+$/ }));

describe('the list of a city', () => {
	it('shows one empty message when all events are over', async () => {
		await openList([[overEvent(1), overEvent(2)]], 2);
		await screen.findByRole('heading', { name: 'No events found' });
		expect(screen.queryByText('0 events')).toBeNull();
	});

	it.each([
		['today', ['See this week', 'See all upcoming events', 'Choose your city']],
		['week', ['See all upcoming events', 'Choose your city']],
		['future', ['Choose your city']],
		['week&price=0', ['See all upcoming events', 'Choose your city']],
	])('leads to longer lists and to other cities if it is empty: %s', async (dayType, names) => {
		await openList([[overEvent(1)]], 1, { dayType });
		const heading = await screen.findByRole('heading', { name: 'No events found' });
		const links = within(heading.parentElement as HTMLElement).getAllByRole('link');
		expect(textsOf(links)).toEqual(names);
	});

	it('counts on in a page that the browser translates', async () => {
		await openList([[openEvent(1)], [openEvent(2)]], null);
		const count = await screen.findByText(/^1 event/);
		// Chrome's translation replaces each text node by an element.
		const font = document.createElement('font');
		font.textContent = count.textContent;
		count.replaceChildren(font);
		await tap('Show more');
		await screen.findByText(/^2 events/);
		expect(screen.queryByText(/^1 event/)).toBeNull();
	});

	it('continues past pages that contain only events that are over', async () => {
		await openList([[overEvent(1)], [overEvent(2)], [openEvent(3)]], 3, { isEndNear: true });
		await screen.findByText('1 event');
		expect(shownTitles()).toEqual(['Event 3']);
		expect(screen.queryByRole('heading', { name: 'No events found' })).toBeNull();
	});

	it('waits for a click after ten such pages, because each costs a call', async () => {
		const pages = Array.from({ length: 12 }, (_, id) => [id < 11 ? overEvent(id) : openEvent(id)]);
		const app = await openList(pages, 12, { isEndNear: true });
		await waitFor(() => expect(reads(app)).toBe(10));
		await tap('Show more');
		await waitFor(() => expect(reads(app)).toBe(11));
	});

	it('loads more automatically up to 200 events, then with its button, which keeps the focus', async () => {
		const pageOf = (from: number) => Array.from({ length: 100 }, (_, index) => openEvent(from + index));
		const app = await openList([pageOf(1), pageOf(101), pageOf(201)], 300, { isEndNear: true });
		await screen.findByText('Showing 200 of 300');
		const answer = app.hold('start=200');
		const button = screen.getByRole('button', { name: 'Show more' });
		button.focus();
		await tap('Show more');
		await tap('Loading…');
		expect(document.activeElement).toBe(button);
		expect(reads(app)).toBe(3);
		answer();
		await screen.findByText('300 events');
	});

	it('shows the number so far when the service sends no total', async () => {
		await openList([[openEvent(1), overEvent(2)], [openEvent(3)]], null);
		await screen.findByText('1 event so far');
		await tap('Show more');
		await screen.findByText('2 events so far');
		await tap('Show more');
		await waitFor(() => expect(screen.getByText('2 events')).toBeDefined());
	});
});

it.each(['', '&sort=interest'])('today’s list leaves out what has closed for today: %s', async (sort) => {
	setClock('2026-11-29T13:45:00Z');
	const app = await startApp();
	app.respond(cityEvents(openEvent(1, { end_time: '2999-01-01 17:00:00' }), openEvent(2)));
	await app.open(`/cities/beijing?day_type=today${sort}`);
	await screen.findByText('1 event');
	expect(shownTitles()).toEqual(['Event 2']);
	await app.open(`/cities/beijing?day_type=week${sort}`);
	await screen.findByText('2 events');
});

it('an event that is still to come somewhere in the world stays listed if the service’s zone is unknown', async () => {
	// 21:00 in Berlin, noon in Portland.
	setClock('2026-11-21T20:00:00Z', -60);
	const app = await startApp();
	const times = { begin_time: '2026-11-21 13:00:00', end_time: '2026-11-21 15:00:00' };
	app.respond(cityEvents(openEvent(1, times)));
	await app.open('/cities/beijing?day_type=today', withSettings({ time_zone: null }));
	await screen.findByRole('link', { name: 'Event 1' });
	expect(screen.queryByText('Ended')).toBeNull();
});

it('today’s list has dates instead of “today” and “tomorrow” if the service’s zone is unknown', async () => {
	const newYorkMinutes = 300;
	setClock('2026-11-29T21:31:00Z', newYorkMinutes);
	const app = await startApp();
	const times = { begin_time: '2026-11-30 09:00:00', end_time: '2026-11-30 12:00:00' };
	app.respond(cityEvents(openEvent(1, times)));
	await app.open('/cities/beijing?day_type=today', withSettings({ time_zone: null }));
	await screen.findByRole('heading', { name: 'Monday 30 November' });
	expect(document.body.textContent).not.toMatch(/Tomorrow,|Today,/);
});
