/** When a screen that came as HTML works: told to `start.ts` by the app, once its components have taken the screen over. */
import { useEffect } from 'react';

const readyEvent = 'daybill-ready';
/** Its name as a type: `start.ts` shares no code with the app, which would have to come before the picture then. */
export type ReadyEvent = typeof readyEvent;

/** Stands beside a screen in one Suspense, so that both are ready at once. */
export function Ready() {
	useEffect(() => void window.dispatchEvent(new Event(readyEvent)), []);
	return null;
}
