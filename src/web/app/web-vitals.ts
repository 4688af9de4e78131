/**
 * Reports how fast the page was (contract `WebVitalsReport`), once it is left or hidden. In a chunk of its own, which is
 * loaded when the browser has nothing else to do, and never where the operator has turned reports off. Nothing is stored in
 * the browser, and no cookie is sent.
 */
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { csrfHeader } from '../../contract/bff-api/session.ts';
import type { PageKind, WebVitalsReport } from '../../contract/bff-api/web-vitals.ts';
import { bffPatterns } from '../../contract/paths.ts';

/** Starts to measure; what happened before this call is measured, too. Called once per page. @param page that was opened */
export function reportWebVitals(page: PageKind): void {
	const counted = new Set<string>();
	let report: Omit<WebVitalsReport, 'page'> = {};

	/** @param steps of a unit that the figure is rounded to */
	const add =
		(figure: keyof typeof report, steps: number) =>
		({ id, value }: Metric) => {
			// A page that is hidden, shown and hidden again has its figures a second time. Each visit counts once.
			if (counted.has(id)) return;
			counted.add(id);
			report[figure] = Math.round(value * steps) / steps;
		};
	const send = () => {
		if (Object.keys(report).length === 0) return;
		const body = JSON.stringify({ page, ...report } satisfies WebVitalsReport);
		report = {};
		// `sendBeacon` cannot send the header that keeps other sites out, and sends cookies.
		fetch(bffPatterns.webVitals, {
			method: 'POST',
			keepalive: true,
			credentials: 'omit',
			headers: { [csrfHeader]: '1', 'content-type': 'application/json' },
			body,
		}).catch(() => undefined);
	};

	onLCP(add('lcp', 1));
	onINP(add('inp', 1));
	onCLS(add('cls', 1_000));
	// After those of the library, which finishes its figures at the same events.
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'hidden') send();
	});
	window.addEventListener('pagehide', send);
}
