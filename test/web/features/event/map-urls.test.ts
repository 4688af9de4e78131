import { expect, it } from 'vitest';
import { directionsUrl, mapUrl } from '../../../../src/web/features/event/map-urls.ts';

const geo = { latitude: 39.9, longitude: 116.4 };

it('shows the coordinates of an event on a map, and the way there', () => {
	expect(mapUrl({ geo, address: 'Gulou 1' })).toBe(
		'https://www.openstreetmap.org/?mlat=39.9&mlon=116.4#map=16/39.9/116.4',
	);
	expect(directionsUrl({ geo, address: '' })).toBe(
		'https://www.openstreetmap.org/directions?to=39.9%2C116.4',
	);
});

it('searches for the address of an event without coordinates, and shows no map for one without an address', () => {
	expect(mapUrl({ geo: null, address: 'Gulou & 1' })).toBe(
		'https://www.openstreetmap.org/search?query=Gulou%20%26%201',
	);
	expect(mapUrl({ geo: null, address: '' })).toBeNull();
	expect(directionsUrl({ geo: null, address: 'Gulou 1' })).toBeNull();
});
