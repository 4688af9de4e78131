/** Sends Web Vitals when the page is hidden or left, without cookies. */
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { csrfHeader } from '../../contract/bff-api/session-headers.ts';
import type { PageKind, WebVitalsReport } from '../../contract/bff-api/web-vitals.ts';
import { bffPatterns } from '../../contract/paths.ts';

export function reportWebVitals(page: PageKind): void {
	const counted = new Set<string>();
	let report: Omit<WebVitalsReport, 'page'> = {};

	/** @param precision rounds to multiples of 1/`precision` */
	const add =
		(name: keyof typeof report, precision: number) =>
		({ id, value }: Metric) => {
			// The library calls this again when the page is hidden again.
			if (counted.has(id)) return;
			counted.add(id);
			report[name] = Math.round(value * precision) / precision;
		};
	const send = () => {
		if (Object.keys(report).length === 0) return;
		const body = JSON.stringify({ page, ...report } satisfies WebVitalsReport);
		report = {};
		// `sendBeacon` cannot set the CSRF header, and sends cookies.
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
	// Registered after the library's listeners, which finalize the metrics on the same events.
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'hidden') send();
	});
	window.addEventListener('pagehide', send);
}
