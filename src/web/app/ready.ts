/** Reports to `start.ts` that a page which arrived as HTML is hydrated. */
import { useEffect } from 'react';

const readyEvent = 'daybill-ready';
/** Its name as a type: `start.ts` must not share code with the app, which would then load before the image. */
export type ReadyEvent = typeof readyEvent;

/** In the same Suspense as a page, so that both are hydrated together. */
export function Ready() {
	useEffect(() => void window.dispatchEvent(new Event(readyEvent)), []);
	return null;
}
