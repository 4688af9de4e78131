/** The visitor's position: requested only to show what is near, stored in this tab, never sent. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Geo, readGeo } from '../../contract/event/fields.ts';
import { tabStorage } from './storage.ts';

const storageKey = 'daybill.position';
const changed = 'daybill-position';

/** `<latitude> <longitude>`, if storage is blocked. */
let unstored: string | null = null;
const read = (): string | null => tabStorage.read(storageKey) ?? unstored;

function store({ latitude, longitude }: Geo): void {
	// About 100 m is precise enough.
	const position = `${latitude.toFixed(3)} ${longitude.toFixed(3)}`;
	unstored = tabStorage.write(storageKey, position) ? null : position;
	window.dispatchEvent(new Event(changed));
}

function subscribe(onChange: () => void): () => void {
	window.addEventListener(changed, onChange);
	return () => window.removeEventListener(changed, onChange);
}

/** The same object until the position changes. Null while unknown, and in the first render. */
export function useVisitorPosition(): Geo | null {
	const position = useSyncExternalStore(subscribe, read, () => null);
	return useMemo(() => readGeo(position), [position]);
}

/** `denied` by the person or the browser; `unknown` if the device can't determine it. */
export type PositionRequest = 'idle' | 'asking' | 'denied' | 'unknown';

function locate(): Promise<{ position: Geo | null; outcome: PositionRequest }> {
	if (!('geolocation' in navigator)) return Promise.resolve({ position: null, outcome: 'unknown' });
	return new Promise((resolve) => {
		navigator.geolocation.getCurrentPosition(
			({ coords }) => resolve({ position: coords, outcome: 'idle' }),
			({ code, PERMISSION_DENIED }) =>
				resolve({ position: null, outcome: code === PERMISSION_DENIED ? 'denied' : 'unknown' }),
			{ maximumAge: 600_000, timeout: 15_000 },
		);
	});
}

/**
 * Requests the position: immediately if already permitted, otherwise when `ask` is called, because following a link
 * must not open the browser's prompt.
 */
export function usePositionRequest(): { request: PositionRequest; ask: () => Promise<Geo | null> } {
	const isNeeded = useVisitorPosition() === null;
	const [request, setRequest] = useState<PositionRequest>('idle');
	const ask = useCallback(async () => {
		setRequest('asking');
		const { position, outcome } = await locate();
		if (position !== null) store(position);
		setRequest(outcome);
		return position;
	}, []);
	useEffect(() => {
		if (!isNeeded) return;
		const askIfAllowed = async () => {
			const permission = await navigator.permissions.query({ name: 'geolocation' });
			if (permission.state === 'granted') await ask();
			if (permission.state === 'denied') setRequest('denied');
		};
		// On failure, the button remains.
		askIfAllowed().catch(() => undefined);
	}, [isNeeded, ask]);
	return { request, ask };
}
