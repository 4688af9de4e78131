import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rememberCity } from '../../../../src/web/shared/last-city.ts';
import { at, setGeolocation } from '../../geolocation.ts';
import { openApp, showEverything, startApp, withBrand } from '../../start-app.tsx';
import { isAt, tap } from '../../steps.ts';

const withCity = (city: string) => withBrand({ city });

it('the start page redirects to the default city of the site, and later to the last visited city', async () => {
	const app = await openApp('/', withCity('shanghai'));
	await screen.findByRole('heading', { name: '上海' });
	await isAt('/cities/shanghai');
	await app.open('/cities/beijing', withCity('shanghai'));
	await screen.findByRole('heading', { name: '北京' });
	await app.open('/', withCity('shanghai'));
	await isAt('/cities/beijing');
});

it('the start page is the city picker when the site has no default city, and shows what is on in the first cities once they are near', async () => {
	const app = await openApp('/');
	await screen.findByRole('link', { name: '北京 Beijing' });
	expect(window.location.pathname).toBe('/');
	screen.getByText(/^What’s on in your city/);
	await screen.findByRole('link', { name: /^北京 · .* See all$/ });
	expect(app.callsTo(/shanghai|guangzhou/)).toEqual([]);
	showEverything();
	await app.open('/cities');
	for (const [name, uid] of [
		['北京', 'beijing'],
		['上海', 'shanghai'],
		['广州', 'guangzhou'],
	]) {
		const row = await screen.findByRole('link', { name: new RegExp(`^${name} · .* See all$`) });
		expect(row.getAttribute('href')).toMatch(`/cities/${uid}?day_type=`);
	}
});

it('the start page and the search ask for a city if the last one is not among the site’s cities', async () => {
	const app = await startApp();
	rememberCity({ uid: 'nowhere', name: 'Nowhere' });
	for (const path of ['/', '/search']) {
		await app.open(path);
		await screen.findByRole('link', { name: '北京 Beijing' });
		expect(window.location.pathname).toBe(path);
	}
});

describe('the visitor’s location', () => {
	const locate = async (latitude: number, longitude: number) => {
		const app = await startApp();
		setGeolocation(at(latitude, longitude));
		await app.open('/');
		await tap('Use my location');
	};

	it('leads to a city with events nearby', async () => {
		await locate(31.2, 121.5);
		await isAt('/cities/shanghai');
	});

	it('leads nowhere when far from all cities, and the page says so', async () => {
		await locate(48.1, 11.6);
		await screen.findByText('No city on this site is near you.');
		expect(window.location.pathname).toBe('/');
	});
});
