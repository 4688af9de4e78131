import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../start-app.tsx';
import { follow, hasFocus, hrefOf } from '../steps.ts';

const hasCurrent = (...values: (string | null)[]) =>
	waitFor(() => {
		const links = ['Discover', 'Search', 'My events'].map((name) => screen.getByRole('link', { name }));
		expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(values);
	});

it('the main navigation marks the current section, and moves the focus to the search field or the heading', async () => {
	const app = await openApp('/cities/beijing');
	await hasCurrent('page', null, null);
	await follow('Search');
	await hasCurrent(null, 'page', null);
	await hasFocus(() => screen.getByRole('searchbox'));
	await follow('My events');
	await hasCurrent(null, null, 'page');
	await follow('Discover');
	await hasFocus(() => screen.getByRole('heading', { level: 1, name: '北京' }));
	await app.open('/me/wished');
	await hasCurrent(null, null, 'true');
});

it('the main navigation links to the search of the last city, or without a city when none is known', async () => {
	const app = await openApp('/settings');
	expect(hrefOf('Search')).toBe('/search#search');
	await app.open('/cities/beijing?day_type=week');
	expect(hrefOf('Search')).toBe('/cities/beijing/search#search');
	await app.open('/settings');
	await waitFor(() => expect(hrefOf('Search')).toBe('/cities/beijing/search#search'));
	expect(hrefOf('Discover')).toBe('/cities/beijing');
});
