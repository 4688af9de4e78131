/** Where the person is: asked for only when something is to be sorted by it, kept for this visit, sent to nobody. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

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

/** `refused` by the person or the browser, `unknown` when the device does not find out. */
export type PlaceRequest = 'idle' | 'asking' | 'refused' | 'unknown';

/**
 * Asking for the place. Where it was allowed before it is taken at once; else the person has to press something first,
 * since an address that somebody was sent must not make the browser ask.
 */
export function usePlaceRequest(): { request: PlaceRequest; ask: () => void } {
	const place = usePlace();
	const [request, setRequest] = useState<PlaceRequest>('idle');
	const ask = useCallback(() => {
		if (!('geolocation' in navigator)) return setRequest('unknown');
		setRequest('asking');
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				// Rounded to about a hundred metres: more is not needed.
				sessionStorage.setItem(storageKey, `${coords.latitude.toFixed(3)} ${coords.longitude.toFixed(3)}`);
				window.dispatchEvent(new Event(changed));
				setRequest('idle');
			},
			({ code, PERMISSION_DENIED }) => setRequest(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
			{ maximumAge: 600_000, timeout: 15_000 },
		);
	}, []);
	const isNeeded = place === null;
	useEffect(() => {
		if (!isNeeded) return;
		let isCurrent = true;
		const askIfAllowed = async () => {
			const permission = await navigator.permissions.query({ name: 'geolocation' });
			if (isCurrent && permission.state === 'granted') ask();
			if (isCurrent && permission.state === 'denied') setRequest('refused');
		};
		// A browser that cannot tell waits for the button.
		askIfAllowed().catch(() => undefined);
		return () => {
			isCurrent = false;
		};
	}, [isNeeded, ask]);
	return { request, ask };
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
