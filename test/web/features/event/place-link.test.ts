import { expect, it } from 'vitest';
import { directionsUrl, mapUrl } from '../../../../src/web/features/event/place-link.tsx';

const geo = { latitude: 39.9, longitude: 116.4 };

it('shows the coordinates of an event on a map, and the directions to it', () => {
	expect(mapUrl({ geo, address: 'Gulou 1', locName: '' })).toBe(
		'https://www.openstreetmap.org/?mlat=39.9&mlon=116.4#map=16/39.9/116.4',
	);
});

it('searches for the address or city of an event without coordinates, and shows no map for one with neither', () => {
	expect(mapUrl({ geo: null, address: 'Gulou & 1', locName: 'Beijing' })).toBe(
		'https://www.openstreetmap.org/search?query=Gulou%20%26%201',
	);
	expect(mapUrl({ geo: null, address: '', locName: 'Beijing' })).toBe(
		'https://www.openstreetmap.org/search?query=Beijing',
	);
	expect(mapUrl({ geo: null, address: '', locName: '' })).toBeNull();
});

it('directions open the map app of a phone, and a web page elsewhere', () => {
	const place = { geo: { latitude: 39.9, longitude: 116.4 }, address: 'Gulou & 1', locName: '' };
	expect(directionsUrl(place, 'Linux; Android 16')).toBe('geo:39.9,116.4?q=39.9,116.4(Gulou%20%26%201)');
	expect(directionsUrl(place, 'CPU iPhone OS 26_0')).toBe('https://maps.apple.com/?daddr=39.9,116.4');
	for (const userAgent of ['', 'Mozilla/5.0 (X11; Linux x86_64)'])
		expect(directionsUrl(place, userAgent)).toBe('https://www.openstreetmap.org/directions?to=39.9%2C116.4');
	expect(directionsUrl({ ...place, geo: null }, 'Android')).toBeNull();
});
