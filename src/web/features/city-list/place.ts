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

/**
 * Requests the location: immediately if already permitted, otherwise when `ask` is called, because following a link
 * must not open the browser's prompt.
 */
export function usePlaceRequest(): { request: PlaceRequest; ask: () => void } {
	const isNeeded = usePlace() === null;
	const [request, setRequest] = useState<PlaceRequest>('idle');
	const ask = useCallback(() => {
		if (!('geolocation' in navigator)) return setRequest('unknown');
		setRequest('asking');
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				store(coords);
				setRequest('idle');
			},
			({ code, PERMISSION_DENIED }) => setRequest(code === PERMISSION_DENIED ? 'denied' : 'unknown'),
			{ maximumAge: 600_000, timeout: 15_000 },
		);
	}, []);
	useEffect(() => {
		if (!isNeeded) return;
		let isCurrent = true;
		const askIfAllowed = async () => {
			const permission = await navigator.permissions.query({ name: 'geolocation' });
			if (isCurrent && permission.state === 'granted') ask();
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
