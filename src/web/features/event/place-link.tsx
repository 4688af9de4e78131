import { type Event, placeOf } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';

const site = 'https://www.openstreetmap.org';
type Place = Pick<Event, 'geo' | 'address' | 'locName'>;

/** The coordinates on OpenStreetMap, else a search for the address or city; null without any of them. */
export function mapUrl(place: Place): string | null {
	const name = placeOf(place);
	if (place.geo === null) return name === '' ? null : `${site}/search?query=${encodeURIComponent(name)}`;
	const { latitude, longitude } = place.geo;
	return `${site}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/** Opens Android's or Apple's map app, else a web page. Null without coordinates. @param userAgent empty if unknown */
export function directionsUrl(place: Place, userAgent: string): string | null {
	if (place.geo === null) return null;
	const { latitude, longitude } = place.geo;
	const point = `${latitude},${longitude}`;
	if (/android/i.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(placeOf(place))})`;
	if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${point}`;
	return `${site}/directions?to=${latitude}%2C${longitude}`;
}

interface PlaceLinkProps {
	place: Place;
	className?: string | undefined;
}

/** Directions to a place, in the device's map app; for one without coordinates, a search for its address. */
export function PlaceLink({ place, className }: PlaceLinkProps) {
	const directions = directionsUrl(
		place,
		useInBrowser(() => navigator.userAgent, ''),
	);
	const url = directions ?? mapUrl(place);
	if (url === null) return null;
	return (
		<a className={className} href={url} rel="noreferrer" target="_blank">
			{directions === null ? m.events_show_map() : m.events_directions()}
		</a>
	);
}
