import { m } from '../../i18n/messages.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { directionsUrl, mapUrl, type Place } from './map-urls.ts';

interface PlaceLinkProps {
	place: Place;
	className?: string | undefined;
}

/** Directions to a place, in the device's map app; for one without coordinates, a search for its address. */
export function PlaceLink({ place, className }: PlaceLinkProps) {
	const directions = directionsUrl(place, useInBrowser() ? navigator.userAgent : '');
	const url = directions ?? mapUrl(place);
	if (url === null) return null;
	return (
		<a className={className} href={url} rel="noreferrer" target="_blank">
			{directions === null ? m.events_show_map() : m.events_directions()}
		</a>
	);
}
