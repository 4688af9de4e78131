/** Loads the code that measures the page, when the browser has nothing else to do. */
import type { PageKind } from '../../contract/bff-api/web-vitals.ts';
import { loadAhead } from './missing-code.ts';
import { afterOtherWork } from './when-idle.ts';

export function loadWebVitals(page: PageKind): void {
	afterOtherWork(() => loadAhead(import('./web-vitals.ts').then((code) => code.reportWebVitals(page))));
}
