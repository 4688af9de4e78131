import { expect, it } from 'vitest';
import { directionsUrl, mapUrl } from '../../../../src/web/features/event/place-link.tsx';

const nowhere = { geo: null, address: '', locName: '' };
const place = { ...nowhere, geo: { latitude: 39.9, longitude: 116.4 }, address: 'Gulou & 1' };

it.each([
	[place, 'https://www.openstreetmap.org/?mlat=39.9&mlon=116.4#map=16/39.9/116.4'],
	[{ ...place, geo: null }, 'https://www.openstreetmap.org/search?query=Gulou%20%26%201'],
	[{ ...nowhere, locName: 'Beijing' }, 'https://www.openstreetmap.org/search?query=Beijing'],
	[nowhere, null],
])('a map shows the coordinates of an event, or its address or city: %j', (event, url) => {
	expect(mapUrl(event)).toBe(url);
});

it.each([
	['Linux; Android 16', 'geo:39.9,116.4?q=39.9,116.4(Gulou%20%26%201)'],
	['CPU iPhone OS 26_0', 'https://maps.apple.com/?daddr=39.9,116.4'],
	['', 'https://www.openstreetmap.org/directions?to=39.9%2C116.4'],
	['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/directions?to=39.9%2C116.4'],
])('directions open the map app of a phone, and a web page elsewhere: %s', (userAgent, url) => {
	expect(directionsUrl(place, userAgent)).toBe(url);
	expect(directionsUrl({ ...place, geo: null }, userAgent)).toBeNull();
});
