import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ownEvents } from '../../bodies.ts';
import { openApp, startApp, startWithEvent } from '../../start-app.tsx';
import { hasTitle, hrefOf } from '../../steps.ts';

/** Page data without the city, so that the app requests it. */
const unknown = { loc: null, locs: null, responses: {} };

describe('the page of a city', () => {
	it('shows the not-found page for a city that the service does not have', async () => {
		await openApp('/cities/atlantis');
		await screen.findByText(/^None of the [1-9]\d* cities here is called “atlantis”/);
		expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeDefined();
		expect(hrefOf('Choose your city')).toBe('/cities');
	});

	it('names the city of the user’s next event if it is a different one', async () => {
		const { app, event } = await startWithEvent();
		app.respond(ownEvents(event));
		await app.open('/cities/shanghai');
		await screen.findByText(`北京 · ${event.title}`);
		await app.open('/cities/beijing');
		const next = await screen.findByText('Up next', { exact: false });
		expect(next.closest('a')?.textContent).not.toContain('北京 ·');
	});

	it('has the city with the chosen filters, the view or the sort order in the tab title', async () => {
		const app = await openApp('/cities/beijing?day_type=week');
		expect(document.title).toBe('北京 · This week · Daybill');
		fireEvent.click(screen.getByRole('link', { name: 'Talks', hidden: true }));
		await waitFor(() => expect(document.title).toBe('北京 · This week · Talks · Daybill'));
		expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('北京');
		await app.open('/cities/beijing?day_type=week&view=calendar');
		expect(document.title).toBe('北京 · Calendar · Daybill');
		await app.open('/cities/beijing?day_type=week&sort=interest');
		expect(document.title).toBe('北京 · This week · Popular · Daybill');
	});

	it('reads the list of cities in as many pages as the service sends', async () => {
		const app = await startApp();
		app.respond({
			'/api/cities': (query) => {
				const id = Number(query.get('start'));
				return { locs: id < 3 ? [{ id, name: `City ${id}`, uid: `city-${id}` }] : [] };
			},
		});
		await app.open('/cities/city-2', unknown);
		await hasTitle('City 2');
	});

	it('opens for a city beyond the end of the loaded list, and does not claim that there is none when the service rejects the call', async () => {
		const app = await startApp();
		app.respond({
			'/api/cities': { total: 9_000, locs: [{ id: 'c1', name: 'One', uid: 'one' }] },
			'/api/cities/far': { id: 'c9', name: 'Far City', uid: 'far' },
			'/api/cities/limited': { code: 112, msg: 'a_name', request: '' },
		});
		await app.open('/cities/far', unknown);
		await hasTitle('Far City');
		await app.open('/cities/farther', unknown);
		await screen.findByText(/^None of the \d+ cities here is called “farther”/);
		await app.open('/cities/limited', unknown);
		await screen.findByText(/This site has reached its hourly limit/);
		await hasTitle('Something went wrong');
	});

	it('makes three attempts when there is no response, not three for each of its reads', async () => {
		const app = await startApp();
		app.intercept(({ path }) =>
			path.startsWith('/api/cities') && !path.includes('/events')
				? Promise.reject(new TypeError('lost'))
				: undefined,
		);
		await app.open('/cities/beijing?day_type=week', unknown);
		await screen.findByText(/^Can’t connect\./);
		expect(app.callsTo(/\/api\/cities(?!.*\/events)/)).toHaveLength(3);
	});
});
