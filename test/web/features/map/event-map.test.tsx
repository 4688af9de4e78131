import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { at, setGeolocation } from '../../geolocation.ts';
import { startApp } from '../../start-app.tsx';

it('without events, there is a message instead of a map', async () => {
	const app = await startApp();
	app.respond({ '/api/cities/108288/events': { events: [], total: 0 } });
	await app.open('/cities/beijing?day_type=week&view=map');
	await screen.findByRole('heading', { name: 'No events found' });
	expect(screen.queryByTestId('map')).toBeNull();
});

it('going to the user’s location offers to search the area, as moving the map does', async () => {
	const app = await startApp();
	setGeolocation(at(39.9, 116.4));
	await app.open('/cities/beijing?day_type=week&view=map');
	const ask = await screen.findByRole('button', { name: 'Use my location' });
	expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
	fireEvent.click(ask);
	await screen.findByRole('button', { name: 'Search this area' });
});

it('a day without events links to its week', async () => {
	const app = await startApp();
	app.respond({ '/search/': { total: 0, hits: [], is_reading: false, is_complete: true, named: {} } });
	await app.open('/cities/beijing?day_type=today&day=2026-12-24&view=map');
	const week = await screen.findByRole('link', { name: 'See this week' });
	expect(week.getAttribute('href')).not.toContain('day=');
});
