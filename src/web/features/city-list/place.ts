/** Where the person is: requested only to sort a list by distance, kept for this visit in this tab, sent to nobody. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Geo, readGeo } from '../../../contract/event/fields.ts';
import { tabStorage } from '../../shared/storage.ts';

const storageKey = 'daybill.place';
const changed = 'daybill-place';

/** The place as `<latitude> <longitude>`, also where storage is blocked. */
let kept: string | null = null;
const readKept = (): string | null => kept ?? tabStorage.read(storageKey);

function keep({ latitude, longitude }: Geo): void {
	// Rounded to about a hundred metres: more is not needed.
	kept = `${latitude.toFixed(3)} ${longitude.toFixed(3)}`;
	tabStorage.write(storageKey, kept);
	window.dispatchEvent(new Event(changed));
}

function subscribe(onChange: () => void): () => void {
	window.addEventListener(changed, onChange);
	return () => window.removeEventListener(changed, onChange);
}

/** Null until it is known, and in the first render. */
export function usePlace(): Geo | null {
	return readGeo(useSyncExternalStore(subscribe, readKept, () => null));
}

/** `denied` by the person or the browser, `unknown` when the device cannot tell. */
export type PlaceRequest = 'idle' | 'asking' | 'denied' | 'unknown';

/**
 * Requests the place. Where the permission exists already, at once; else only when the person taps a button, since
 * following a link must not make the browser ask.
 */
export function usePlaceRequest(): { request: PlaceRequest; ask: () => void } {
	const isNeeded = usePlace() === null;
	const [request, setRequest] = useState<PlaceRequest>('idle');
	const ask = useCallback(() => {
		if (!('geolocation' in navigator)) return setRequest('unknown');
		setRequest('asking');
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				keep(coords);
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
		// Where the browser cannot say, the button is there.
		askIfAllowed().catch(() => undefined);
		return () => {
			isCurrent = false;
		};
	}, [isNeeded, ask]);
	return { request, ask };
}
