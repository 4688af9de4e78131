/** Loads the code that measures the page, when the browser has nothing else to do. */
import type { PageKind } from '../../contract/bff-api/web-vitals.ts';
import { loadAhead } from './missing-code.ts';

/** Without idle callbacks, as in Safari, it is loaded at once, after the app's own code. */
export function loadWebVitals(page: PageKind): void {
	(window.requestIdleCallback ?? setTimeout)(() =>
		loadAhead(import('./web-vitals.ts').then((code) => code.reportWebVitals(page))),
	);
}
