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

/** URL that opens the device's map app: Android's, Apple's, else a web page. @param userAgent empty if unknown */
export function mapAppUrl(place: Place, userAgent: string): string | null {
	if (place.geo === null) return mapUrl(place);
	const { latitude, longitude } = place.geo;
	const point = `${latitude},${longitude}`;
	const name = encodeURIComponent(placeOf(place));
	if (/android/i.test(userAgent)) return `geo:${point}?q=${point}(${name})`;
	if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?ll=${point}&q=${name}`;
	return mapUrl(place);
}

export function directionsUrl({ geo }: Pick<Event, 'geo'>): string | null {
	return geo && `${site}/directions?to=${geo.latitude}%2C${geo.longitude}`;
}
