import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { at, setGeolocation } from '../../geolocation.ts';
import { startApp } from '../../start-app.tsx';

beforeEach(() => {
	vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

it('without events, there is a message instead of a map', async () => {
	const app = await startApp();
	app.respond({ '/api/cities/108288/events': { events: [], total: 0 } });
	await app.open('/cities/beijing?day_type=week&view=map');
	await screen.findByRole('heading', { name: 'No events found' });
	expect(screen.queryByTestId('map')).toBeNull();
});

it('going to a place without events says what to do, with a way back to all', async () => {
	const app = await startApp();
	setGeolocation(at(20, 80));
	await app.open('/cities/beijing?day_type=week&view=map');
	const ask = await screen.findByRole('button', { name: 'Use my location' });
	expect(screen.queryByRole('button', { name: 'All events on the map' })).toBeNull();
	fireEvent.click(ask);
	await screen.findByText('No events here. Zoom out, show all, or try another day.');
	fireEvent.click(await screen.findByRole('button', { name: 'All events on the map' }));
	await waitFor(() => expect(screen.queryByRole('button', { name: 'All events on the map' })).toBeNull());
});

it('choosing a place narrows the list to its events, says so, and has a way back', async () => {
	const app = await startApp();
	const events = ['39.9 116.4', '39.9 116.4', '40.3 116.9'].map((geo, index) => ({
		id: String(index),
		title: `Event ${index}`,
		begin_time: '2001-01-01 10:00:00',
		end_time: '2999-01-01 10:00:00',
		geo,
	}));
	app.respond({ '/api/cities/108288/events': { events, total: 3 } });
	await app.open('/cities/beijing?day_type=future&view=map', { responses: {} });
	const place = await screen.findByRole('button', { name: '2 events at this place' });
	expect(place.getAttribute('aria-pressed')).toBe('false');
	expect(screen.getAllByRole('article')).toHaveLength(3);
	fireEvent.click(place);
	expect(screen.getAllByRole('article')).toHaveLength(2);
	expect(place.getAttribute('aria-pressed')).toBe('true');
	const announced = screen.getAllByRole('status').map((status) => status.textContent);
	expect(announced).toContain('2 events at this place');
	fireEvent.click(screen.getByRole('button', { name: 'All events on the map' }));
	expect(screen.getAllByRole('article')).toHaveLength(3);
});

it('shows what is on now within a walk of fifteen minutes, with a way back', async () => {
	const app = await startApp();
	setGeolocation(at(39.9, 116.4));
	const [open, later] = ['2001-01-01 10:00:00', '2998-01-01 10:00:00'];
	const events = [
		['near', '39.905 116.4', open],
		['far', '39.92 116.4', open],
		['near, but later', '39.905 116.4', later],
	].map(([title, geo, begin_time]) => ({
		id: title,
		title,
		begin_time,
		end_time: '2999-01-01 09:00:00',
		time_str: '00:00-23:59',
		geo,
	}));
	app.respond({ '/api/cities/108288/events': { events, total: 3 } });
	await app.open('/cities/beijing?day_type=future&view=map', { responses: {} });
	const titles = () =>
		screen
			.getAllByRole('article')
			.map((card) => card.getAttribute('aria-label') ?? card.querySelector('h2')?.textContent);
	fireEvent.click(await screen.findByRole('button', { name: 'On now' }));
	expect(titles()).toEqual(['near', 'far']);
	const walk = screen.getByRole('button', { name: '15-minute walk' });
	fireEvent.click(walk);
	await waitFor(() => expect(walk.getAttribute('aria-pressed')).toBe('true'));
	expect(titles()).toEqual(['near']);
	// Back from an event finds the map as it was.
	expect(window.history.state.usr).toMatchObject({ isOnNow: true, isWalk: true });
	fireEvent.click(screen.getByRole('button', { name: 'All events on the map' }));
	expect(titles()).toHaveLength(3);
	expect(document.activeElement).toBe(screen.getByTestId('map'));
});

it('a day without events links to its week', async () => {
	const app = await startApp();
	app.respond({ '/search/': { total: 0, hits: [], is_reading: false, is_complete: true, named: {} } });
	await app.open('/cities/beijing?day_type=today&day=2026-12-24&view=map');
	const week = await screen.findByRole('link', { name: 'See this week' });
	expect(week.getAttribute('href')).not.toContain('day=');
});

it('tomorrow’s concerts are three taps from the front page', async () => {
	const app = await startApp();
	await app.open('/cities/beijing');
	for (const name of ['Map', 'Tomorrow', 'Music']) fireEvent.click(await screen.findByRole('link', { name }));
	await waitFor(() =>
		expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
			day_type: 'tomorrow',
			type: 'music',
			view: 'map',
		}),
	);
});
