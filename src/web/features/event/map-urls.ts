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

/** Directions to the place; null without coordinates. */
export function directionsUrl({ geo }: Place): string | null {
	return geo && `${site}/directions?to=${geo.latitude}%2C${geo.longitude}`;
}
