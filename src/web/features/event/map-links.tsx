import { m } from '../../i18n/messages.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { directionsUrl, mapAppUrl, type Place } from './map-urls.ts';

/** Links that show a place in the device's map app, and directions to it. */
export function MapLinks({ place, className }: { place: Place; className?: string | undefined }) {
	const map = mapAppUrl(place, useInBrowser() ? navigator.userAgent : '');
	const directions = directionsUrl(place);
	const link = { className, rel: 'noreferrer', target: '_blank' };
	return (
		<>
			{map !== null && (
				<a {...link} href={map}>
					{m.events_show_map()}
				</a>
			)}
			{directions !== null && (
				<a {...link} href={directions}>
					{m.events_directions()}
				</a>
			)}
		</>
	);
}
