import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { cityEvents, eveningEvent, openEvent } from '../../bodies.ts';
import { at, setGeolocation } from '../../geolocation.ts';
import { startApp, withSettings } from '../../start-app.tsx';
import { button, follow, hasTitle, tap, textsOf } from '../../steps.ts';

beforeEach(() => {
	vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

it('without events, there is a message instead of a map', async () => {
	const app = await startApp();
	app.respond(cityEvents());
	await app.open('/cities/beijing?day_type=week&view=map');
	await screen.findByRole('heading', { name: 'No events found' });
	expect(screen.queryByTestId('map')).toBeNull();
});

it('going to a place without events says what to do, with a way back to all', async () => {
	const app = await startApp();
	setGeolocation(at(20, 80));
	await app.open('/cities/beijing?day_type=week&view=map');
	await screen.findByRole('button', { name: 'Use my location' });
	expect(screen.queryByRole('button', { name: 'All events on the map' })).toBeNull();
	await tap('Use my location');
	await screen.findByText('No events here. Zoom out, show all, or try another day.');
	await tap('All events on the map');
	await waitFor(() => expect(screen.queryByRole('button', { name: 'All events on the map' })).toBeNull());
});

it('choosing a place narrows the list to its events, says so, and has a way back', async () => {
	const app = await startApp();
	const places = ['39.9 116.4', '39.9 116.4', '40.3 116.9'];
	app.respond(cityEvents(...places.map((geo, index) => openEvent(index, { geo }))));
	await app.open('/cities/beijing?day_type=future&view=map');
	const place = '2 events at this place';
	await screen.findByRole('button', { name: place });
	expect(button(place).ariaPressed).toBe('false');
	expect(screen.getAllByRole('article')).toHaveLength(3);
	await tap(place);
	expect(screen.getAllByRole('article')).toHaveLength(2);
	expect(button(place).ariaPressed).toBe('true');
	expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(place);
	await tap('All events on the map');
	expect(screen.getAllByRole('article')).toHaveLength(3);
});

it('shows what is on now within a walk of fifteen minutes, with a way back', async () => {
	const app = await startApp();
	setGeolocation(at(39.9, 116.4));
	const daily = { time_str: '00:00-23:59' };
	app.respond(
		cityEvents(
			openEvent('near', { ...daily, geo: '39.905 116.4' }),
			openEvent('far', { ...daily, geo: '39.92 116.4' }),
			openEvent('later', { ...daily, geo: '39.905 116.4', begin_time: '2998-01-01 10:00:00' }),
		),
	);
	await app.open('/cities/beijing?day_type=future&view=map');
	const titles = () =>
		screen
			.getAllByRole('article')
			.map((card) => card.getAttribute('aria-label') ?? card.querySelector('h2')?.textContent);
	await tap('On now');
	expect(titles()).toEqual(['Event near', 'Event far']);
	await tap('15-minute walk');
	await waitFor(() => expect(titles()).toEqual(['Event near']));
	expect(button('15-minute walk').ariaPressed).toBe('true');
	await tap('All events on the map');
	expect(titles()).toHaveLength(3);
	expect(document.activeElement).toBe(screen.getByTestId('map'));
});

it.each([
	['denied', 1, 'Location is off for this site. Turn it on in your browser’s site settings.'],
	['unknown', 2, 'Couldn’t find your location. Try again.'],
])('says why there is no position, each time that it is asked for: %s', async (_why, code, text) => {
	const app = await startApp();
	setGeolocation((_found, failed) => failed({ code }));
	app.respond(cityEvents(openEvent(1, { geo: '39.9 116.4' })));
	await app.open('/cities/beijing?day_type=future&view=map');
	for (const asking of ['15-minute walk', 'Use my location']) {
		await tap(asking);
		await screen.findByText(text);
		await tap('Close');
		expect(screen.queryByText(text)).toBeNull();
	}
});

it('Back from an event finds the map where it was, with the chosen place and limits', async () => {
	const app = await startApp();
	setGeolocation(at(39.9, 116.4));
	const places = ['39.9 116.4', '39.9 116.4', '40.3 116.9'];
	app.respond(cityEvents(...places.map((geo, index) => openEvent(index, { geo }))));
	await app.open('/cities/beijing?day_type=future&view=map');
	const place = '2 events at this place';
	await tap('Use my location');
	await tap(place);
	await tap('On now');
	const markers = () => screen.getByTestId('map').querySelectorAll('[data-spot]');
	await waitFor(() => expect(markers()).toHaveLength(1));
	await follow('Event 1');
	await hasTitle('Event 1');
	act(() => window.history.back());
	await waitFor(() => expect(button(place).ariaPressed).toBe('true'));
	expect(markers()).toHaveLength(1);
	expect(screen.getAllByRole('article')).toHaveLength(2);
	expect(button('On now').ariaPressed).toBe('true');
});

it('a map that the visitor has moved stays there when another type is chosen', async () => {
	const app = await startApp();
	setGeolocation(at(39.9, 116.4));
	const places = ['39.9 116.4', '40.3 116.9'];
	app.respond(cityEvents(...places.map((geo, index) => openEvent(index, { geo }))));
	await app.open('/cities/beijing?day_type=future&view=map');
	await tap('Use my location');
	const titles = () => textsOf(screen.queryAllByRole('heading', { level: 2 }));
	await waitFor(() => expect(titles()).toEqual(['Event 0']));
	await tap('Event 0');
	app.respond(cityEvents(...places.map((geo, index) => openEvent(index + 2, { geo }))));
	await follow('Music');
	await waitFor(() => expect(titles()).toEqual(['Event 2']));
});

it.each([
	['the service’s zone is unknown', openEvent(1, { geo: '39.9 116.4' }), { time_zone: null }],
	['the chosen days come later', eveningEvent(1, '2998-01-01', { geo: '39.9 116.4' }), {}],
])('offers no events that are on now if %s', async (_when, event, settings) => {
	const app = await startApp();
	app.respond(cityEvents(event));
	await app.open('/cities/beijing?day_type=future&view=map', withSettings(settings));
	await screen.findByRole('article');
	expect(screen.queryByRole('button', { name: 'On now' })).toBeNull();
});
