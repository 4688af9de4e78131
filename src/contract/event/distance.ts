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
