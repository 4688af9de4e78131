import { type Event, placeOf } from '../../../contract/event/event.ts';

const site = 'https://www.openstreetmap.org';
export type Place = Pick<Event, 'geo' | 'address' | 'locName'>;

/** The coordinates on OpenStreetMap, else a search for the address or city; null without any of them. */
export function mapUrl(place: Place): string | null {
	const name = placeOf(place);
	if (place.geo === null) return name === '' ? null : `${site}/search?query=${encodeURIComponent(name)}`;
	const { latitude, longitude } = place.geo;
	return `${site}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/** Opens the device's map app: Android's, Apple's, else a web page. Null without coordinates. @param userAgent empty if unknown */
export function directionsUrl(place: Place, userAgent: string): string | null {
	if (place.geo === null) return null;
	const { latitude, longitude } = place.geo;
	const point = `${latitude},${longitude}`;
	if (/android/i.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(placeOf(place))})`;
	if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${point}`;
	return `${site}/directions?to=${latitude}%2C${longitude}`;
}
