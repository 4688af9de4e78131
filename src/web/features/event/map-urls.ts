/** Pages of OpenStreetMap for the place of an event. */
import type { Event } from '../../../contract/event/event.ts';

const site = 'https://www.openstreetmap.org';
type Place = Pick<Event, 'geo' | 'address'>;

/** The place on a map: its coordinates, else a search for its address; null when the event has neither. */
export function mapUrl({ geo, address }: Place): string | null {
	if (geo === null) return address === '' ? null : `${site}/search?query=${encodeURIComponent(address)}`;
	const { latitude, longitude } = geo;
	return `${site}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/**
 * The place for the map app of the reader's device, which opens by such a URL: Android's own, Apple's, else a page.
 *
 * @param userAgent of the browser; empty where it is not known
 */
export function mapAppUrl(place: Place, userAgent: string): string | null {
	if (place.geo === null) return mapUrl(place);
	const { latitude, longitude } = place.geo;
	const point = `${latitude},${longitude}`;
	const name = encodeURIComponent(place.address || point);
	if (/android/i.test(userAgent)) return `geo:${point}?q=${point}(${name})`;
	if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?ll=${point}&q=${name}`;
	return mapUrl(place);
}

/** Directions to the place; null without coordinates. */
export function directionsUrl({ geo }: Place): string | null {
	return geo && `${site}/directions?to=${geo.latitude}%2C${geo.longitude}`;
}
