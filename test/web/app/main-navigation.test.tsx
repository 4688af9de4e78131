import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../start-app.tsx';

const link = (name: string) => screen.getByRole('link', { name });
const current = () =>
	['Discover', 'Search', 'My events'].map((name) => link(name).getAttribute('aria-current'));

describe('the main navigation', () => {
	it('marks the current section', async () => {
		const app = await openApp('/cities/beijing');
		expect(current()).toEqual(['page', null, null]);
		fireEvent.click(link('Search'));
		await waitFor(() => expect(current()).toEqual([null, 'page', null]));
		fireEvent.click(link('My events'));
		await waitFor(() => expect(current()).toEqual([null, null, 'page']));
		await app.open('/me/wished');
		expect(current()).toEqual([null, null, 'true']);
	});

	it('links to the search field of the city, and on other pages to that of the last city', async () => {
		const app = await openApp('/cities/beijing?day_type=week');
		expect(link('Search').getAttribute('href')).toBe('/cities/beijing/search#search');
		fireEvent.click(link('Search'));
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
		await app.open('/settings');
		await waitFor(() => expect(link('Search').getAttribute('href')).toBe('/cities/beijing/search#search'));
	});

	it('leads to the last city, whose heading takes the focus', async () => {
		const app = await openApp('/cities/beijing');
		await app.open('/settings');
		await waitFor(() => expect(link('Discover').getAttribute('href')).toBe('/cities/beijing'));
		fireEvent.click(link('Discover'));
		await waitFor(() => expect(document.activeElement?.textContent).toContain('北京'));
	});

	it('links to a search without a city when no city is known', async () => {
		await openApp('/settings');
		expect(link('Search').getAttribute('href')).toBe('/search#search');
	});
});
