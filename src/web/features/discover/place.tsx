/** Where the person is: asked for only when something is to be sorted by it, kept for this visit, sent to nobody. */
import { useEffect, useState, useSyncExternalStore } from 'react';

export interface Place {
	latitude: number;
	longitude: number;
}

const storageKey = 'daybill.place';
const changed = 'daybill-place';

function subscribe(onChange: () => void): () => void {
	window.addEventListener(changed, onChange);
	return () => window.removeEventListener(changed, onChange);
}

/** Null until it is known, and in the first render. */
export function usePlace(): Place | null {
	const kept = useSyncExternalStore(
		subscribe,
		() => sessionStorage.getItem(storageKey),
		() => null,
	);
	const [latitude = Number.NaN, longitude = Number.NaN] = (kept ?? '').split(' ').map(Number);
	return kept === null || Number.isNaN(latitude) || Number.isNaN(longitude) ? null : { latitude, longitude };
}

/** Asks for the place while it is wanted and not known. @returns whether it was refused */
export function usePlaceRequest(isWanted: boolean): boolean {
	const place = usePlace();
	const [wasRefused, setRefused] = useState(false);
	const isNeeded = isWanted && place === null;
	useEffect(() => {
		if (!isNeeded) return;
		if (!('geolocation' in navigator)) {
			setRefused(true);
			return;
		}
		let isCurrent = true;
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				// Rounded to about a hundred metres: more is not needed.
				sessionStorage.setItem(storageKey, `${coords.latitude.toFixed(3)} ${coords.longitude.toFixed(3)}`);
				window.dispatchEvent(new Event(changed));
			},
			() => isCurrent && setRefused(true),
			{ maximumAge: 600_000, timeout: 15_000 },
		);
		return () => {
			isCurrent = false;
		};
	}, [isNeeded]);
	return wasRefused && isNeeded;
}

/** Kilometres between two places on a sphere (haversine). */
export function distanceInKm(a: Place, b: Place): number {
	const radians = (degrees: number) => (degrees * Math.PI) / 180;
	const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
	const h =
		half(a.latitude, b.latitude) +
		Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
	return 2 * 6_371 * Math.asin(Math.sqrt(h));
}
