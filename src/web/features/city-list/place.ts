/** The visitor's location: requested only to sort by distance, stored in this tab, never sent. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Geo, readGeo } from '../../../contract/event/fields.ts';
import { tabStorage } from '../../shared/storage.ts';

const storageKey = 'daybill.place';
const changed = 'daybill-place';

/** `<latitude> <longitude>`, if storage is blocked. */
let unstored: string | null = null;
const read = (): string | null => tabStorage.read(storageKey) ?? unstored;

function store({ latitude, longitude }: Geo): void {
	// About 100 m is precise enough.
	const place = `${latitude.toFixed(3)} ${longitude.toFixed(3)}`;
	unstored = tabStorage.write(storageKey, place) ? null : place;
	window.dispatchEvent(new Event(changed));
}

function subscribe(onChange: () => void): () => void {
	window.addEventListener(changed, onChange);
	return () => window.removeEventListener(changed, onChange);
}

/** Null while unknown, and in the first render. */
export function usePlace(): Geo | null {
	return readGeo(useSyncExternalStore(subscribe, read, () => null));
}

/** `denied` by the person or the browser; `unknown` to the device. */
export type PlaceRequest = 'idle' | 'asking' | 'denied' | 'unknown';

function locate(): Promise<{ place: Geo | null; outcome: PlaceRequest }> {
	if (!('geolocation' in navigator)) return Promise.resolve({ place: null, outcome: 'unknown' });
	return new Promise((resolve) => {
		navigator.geolocation.getCurrentPosition(
			({ coords }) => resolve({ place: coords, outcome: 'idle' }),
			({ code, PERMISSION_DENIED }) =>
				resolve({ place: null, outcome: code === PERMISSION_DENIED ? 'denied' : 'unknown' }),
			{ maximumAge: 600_000, timeout: 15_000 },
		);
	});
}

/**
 * Requests the location: immediately if already permitted, otherwise when `ask` is called, because following a link
 * must not open the browser's prompt.
 */
export function usePlaceRequest(): { request: PlaceRequest; ask: () => Promise<Geo | null> } {
	const isNeeded = usePlace() === null;
	const [request, setRequest] = useState<PlaceRequest>('idle');
	const ask = useCallback(async () => {
		setRequest('asking');
		const { place, outcome } = await locate();
		if (place !== null) store(place);
		setRequest(outcome);
		return place;
	}, []);
	useEffect(() => {
		if (!isNeeded) return;
		let isCurrent = true;
		const askIfAllowed = async () => {
			const permission = await navigator.permissions.query({ name: 'geolocation' });
			if (isCurrent && permission.state === 'granted') await ask();
			if (isCurrent && permission.state === 'denied') setRequest('denied');
		};
		// On failure, the button is still there.
		askIfAllowed().catch(() => undefined);
		return () => {
			isCurrent = false;
		};
	}, [isNeeded, ask]);
	return { request, ask };
}
