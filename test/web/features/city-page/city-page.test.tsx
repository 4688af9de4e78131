// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../start-app.tsx';

describe('the page of a city', () => {
	it('is the not-found page for a city that the service does not have', async () => {
		const app = await startApp();
		await app.open('/cities/atlantis');
		await screen.findByText('There’s no city called “atlantis”. Choose another one.');
		expect(screen.getByRole('link', { name: 'Go home' })).toBeDefined();
		expect(screen.getByRole('link', { name: 'Choose your city' }).getAttribute('href')).toBe('/cities');
	});

	it('is named in the tab by its city and the filters that are chosen', async () => {
		const app = await startApp();
		await app.open('/cities/beijing');
		expect(document.title).toBe('北京 · Daybill');
		fireEvent.click(screen.getByRole('link', { name: 'Talks' }));
		await waitFor(() => expect(document.title).toBe('北京 · Today · Talks · Daybill'));
		expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('北京');
	});

	it('has the city of a path that names its id', async () => {
		const app = await startApp();
		await app.open('/cities/108296');
		expect(screen.getByRole('heading', { level: 1, name: '上海' })).toBeDefined();
	});

	it('reads the list of cities in as many pages as the service sends', async () => {
		const app = await startApp();
		app.intercept(({ path }) => {
			const { pathname, searchParams } = new URL(path, 'http://here');
			if (pathname !== '/api/v2/loc/list') return undefined;
			const start = Number(searchParams.get('start'));
			const locs = start < 3 ? [{ id: `c${start}`, name: `City ${start}`, uid: `city-${start}` }] : [];
			return Promise.resolve(Response.json({ locs }));
		});
		await app.open('/cities/city-2', (page) => ({ ...page, loc: null, locs: null, responses: {} }));
		await screen.findByRole('heading', { level: 1, name: 'City 2' });
	});
});
