import type { Geo } from './fields.ts';

/** Great-circle distance (haversine). */
export function distanceInKm(a: Geo, b: Geo): number {
	const radians = (degrees: number) => (degrees * Math.PI) / 180;
	const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
	const h =
		half(a.latitude, b.latitude) +
		Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
	return 2 * 6_371 * Math.asin(Math.sqrt(h));
}

/** The median latitude and longitude, which a few distant places don't change. */
export function middleOf(places: readonly Geo[]): Geo | null {
	const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
	const latitude = median(places.map((place) => place.latitude));
	const longitude = median(places.map((place) => place.longitude));
	return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}
