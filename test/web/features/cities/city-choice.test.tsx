import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readLoc } from '../../../../src/contract/event/parse-resources.ts';
import { openApp } from '../../start-app.tsx';
import { isAt, textsOf } from '../../steps.ts';

const cities = Array.from({ length: 30 }, (_, index) =>
	readLoc({
		id: `${index}`,
		name: index === 0 ? 'City of Dunes' : `City ${index}`,
		uid: `c${index}`,
		habitable: index === 0 ? 'no' : 'yes',
	}),
);
const open = async () => {
	await openApp('/cities', { locs: cities, front: null });
	return screen.findByRole('searchbox', { name: 'Find a city' });
};
const matches = () => screen.queryAllByRole('link').filter((link) => link.closest('form'));

describe('the city picker', () => {
	it('lists each city once, the first inhabited ones with an image', async () => {
		await open();
		const links = screen.getAllByRole('link', { name: /^City/ });
		expect(new Set(links.map((link) => link.getAttribute('href'))).size).toBe(30);
		expect(links).toHaveLength(30);
		const drawn = textsOf(links.filter((link) => link.querySelector('svg') !== null));
		expect(drawn).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((index) => `City ${index}`));
	});

	it.each([
		['name', 'nordland', 'Northern Land'],
		['short name, like a city’s, when the service does not list them', 'inner_mongolia', 'Inner Mongolia'],
	])(
		'lists regions by their %s, and marks names in another script with their language',
		async (_what, parent, name) => {
			const region = readLoc({ id: 'n', name: 'Northern Land', uid: 'nordland', habitable: 'no' });
			const beijing = readLoc({ id: 'b', name: '北京', uid: 'beijing' });
			await openApp('/cities', { locs: [region, beijing, ...cities].map((city) => ({ ...city, parent })) });
			await screen.findByRole('heading', { level: 2, name });
			const headings = textsOf(screen.getAllByRole('heading', { level: 2 }));
			expect(headings.slice(-2)).toEqual([name, 'Other places']);
			expect(screen.getByText('北京').lang).toBe('zh');
			expect(screen.getByText('City 20').lang).toBe('');
		},
	);

	it.each(['/cities', '/search'])(
		'is empty, without a field, when the service has no cities: %s',
		async (path) => {
			await openApp(path, { locs: [] });
			await screen.findByText('No cities yet.');
			expect(screen.queryByRole('searchbox', { name: 'Find a city' })).toBeNull();
		},
	);

	it('counts and finds cities, but not regions', async () => {
		const field = await open();
		expect(screen.getByText('29 cities')).toBeDefined();
		fireEvent.change(field, { target: { value: 'dunes' } });
		await screen.findByText('None of the 29 cities here is called “dunes”. Try another spelling.');
		fireEvent.submit(field.closest('form') as HTMLFormElement);
		expect(window.location.pathname).toBe('/cities');
	});

	it('shows only the cities found; the arrow keys move from the text to the matches and back', async () => {
		const field = await open();
		expect(matches()).toEqual([]);
		fireEvent.change(field, { target: { value: 'city 2' } });
		await waitFor(() => expect(matches()).toHaveLength(11));
		expect(screen.queryByRole('heading', { name: 'Cities' })).toBeNull();
		expect(textsOf(matches().slice(0, 2))).toEqual(['City 2', 'City 20']);
		const press = (key: string) => fireEvent.keyDown(document.activeElement ?? field, { key });
		field.focus();
		fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
		press('ArrowRight');
		expect(document.activeElement).toBe(field);
		press('ArrowDown');
		press('ArrowUp');
		expect(document.activeElement).toBe(field);
		press('ArrowDown');
		press('ArrowDown');
		expect(document.activeElement).toBe(matches()[1]);
		fireEvent.click(document.activeElement as HTMLElement);
		await isAt('/cities/c20');
	});

	it('opens the first match with Enter', async () => {
		const field = await open();
		fireEvent.change(field, { target: { value: 'C1' } });
		fireEvent.submit(field.closest('form') as HTMLFormElement);
		await isAt('/cities/c1');
	});
});
