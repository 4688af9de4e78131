import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { publicEvent } from '../../../bff/public-event.ts';
import { eveningEvent, noFront as none, openEvent, overEvent, ownEvents } from '../../bodies.ts';
import { openApp, problem, showEverything, startApp, startSignedIn, withBrand } from '../../start-app.tsx';
import { follow, hrefOf, tap, textsOf } from '../../steps.ts';

const coming = (id: number) => publicEvent(eveningEvent(id));
const running = publicEvent(openEvent('r'));
const over = publicEvent(overEvent('o'));

const headings = () => textsOf(screen.queryAllByRole('heading', { level: 2 }));

describe('a city’s front page', () => {
	it('has rows for its events, each with a link to its list, and all types', async () => {
		const app = await startApp();
		const front = {
			...none,
			today: [over],
			weekend: [coming(1)],
			popular: [coming(2), coming(3)],
			upcoming: [coming(4)],
			running: [running],
		};
		await app.open('/cities/beijing', { front });
		await screen.findByRole('heading', { name: 'What are you up for?' });
		expect(document.title).toBe('北京 · Daybill');
		expect(headings()).toEqual([
			'This weekend See all',
			'Also popular See all',
			'What are you up for?',
			'Upcoming See all',
			'On now: exhibitions and long-running events See all',
		]);
		expect(screen.getAllByRole('article')).toHaveLength(5);
		expect(hrefOf('This weekend See all')).toBe('/cities/beijing?day_type=weekend');
		expect(hrefOf('Also popular See all')).toBe('/cities/beijing?day_type=future&sort=interest');
		expect(hrefOf('All events')).toBe('/cities/beijing?day_type=future&sort=start');
		expect(hrefOf('Near me')).toBe('/cities/beijing?sort=near');
		expect(hrefOf('Film')).toBe('/cities/beijing?day_type=future&type=film');
		expect(app.callsTo(/\/cities\/\d+\/events/)).toEqual([]);
	});

	it('has its first rows in the page, and reads the others when they come near', async () => {
		const app = await startApp();
		const front = { ...none, weekend: [coming(1)], popular: [coming(2)] };
		app.respond({ '/front/': { ...front, running: [running] } });
		await app.open('/cities/beijing', { front });
		await screen.findByRole('link', { name: 'Event 2' });
		expect(app.callsTo('/front/')).toEqual([]);
		showEverything();
		await app.open('/cities/beijing', { front });
		await screen.findByRole('link', { name: 'Event r' });
		expect(app.callsTo('/front/')).toHaveLength(1);
	});

	it('calls the row “Popular” instead of “Also popular” when no row precedes it', async () => {
		const app = await startApp();
		const front = { ...none, today: [over], popular: [coming(2)], upcoming: [coming(4)] };
		await app.open('/cities/beijing', { front });
		await screen.findByRole('heading', { name: 'What are you up for?' });
		expect(headings().slice(0, 2)).toEqual(['Popular See all', 'Upcoming See all']);
	});

	it('shows the types in the order of the site', async () => {
		await openApp('/cities/beijing', (page) => ({
			...withBrand({ types: ['party', 'film', 'music'] })(page),
			front: { ...none, popular: [coming(2)] },
		}));
		const heading = await screen.findByRole('heading', { name: 'What are you up for?' });
		const tiles = within(heading.parentElement as HTMLElement).getAllByRole('link');
		expect(textsOf(tiles).join()).toMatch(/Parties,.*Film,.*Music$/);
	});

	it('loads with one call when reached from another page, and can be retried after a failure', async () => {
		const app = await startApp();
		app.respond({ '/front/': problem(400, 'service_rejected') });
		// The list of cities embeds the first city's front page.
		await app.open('/cities', { front: { ...none, popular: [coming(6)] } });
		await follow(/上海/);
		await screen.findByRole('button', { name: 'Try again' });
		app.respond({ '/front/': { ...none, popular: [coming(7)] } });
		await tap('Try again');
		await screen.findByRole('link', { name: 'Event 7' });
		expect(app.callsTo(/\/cities\/\d+\/events/)).toEqual([]);
	});

	it('links to other views when the city has no events', async () => {
		await openApp('/cities/beijing', { front: { ...none, today: [over] } });
		await screen.findByRole('heading', { name: 'No events found' });
		expect(screen.queryByRole('heading', { name: 'What are you up for?' })).toBeNull();
		expect(screen.getByRole('link', { name: 'Calendar' })).toBeDefined();
	});

	it('shows signed-in users their next event', async () => {
		const app = await startSignedIn();
		app.respond(ownEvents(eveningEvent(3, '2998-01-03'), overEvent(1), eveningEvent(2, '2998-01-02')));
		await app.open('/cities/beijing');
		const next = await screen.findByRole('link', { name: /^Up next/ });
		expect(next.getAttribute('href')).toBe('/events/2');
		expect(within(next).getByText('Event 2')).toBeDefined();
	});
});
