/** Code that no first page needs, loaded when the browser has nothing else to do. */
import type { QueryClient } from '@tanstack/react-query';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Updates } from '../shared/updates.ts';
import { loadAhead } from './missing-code.ts';
import { importEventPage } from './routes.tsx';

/** Of a visitor's network, where the browser tells. */
interface Connection {
	saveData?: boolean;
	effectiveType?: string;
}

/** Once the page has loaded. Safari has no idle callbacks. */
function loadWhenIdle(load: () => Promise<unknown>): void {
	const start = () => (window.requestIdleCallback ?? setTimeout)(() => loadAhead(load()));
	if (document.readyState === 'complete') start();
	else window.addEventListener('load', start, { once: true });
}

export function loadLater(page: PageData, updates: Updates, client: QueryClient): void {
	const { reportAs } = page;
	if (reportAs !== null)
		loadWhenIdle(async () => (await import('./web-vitals.ts')).reportWebVitals(reportAs));
	// Most visits go on to an event: its page opens at once then, also on a slow network, unless each byte counts there.
	const { connection } = navigator as { connection?: Connection };
	if (!connection?.saveData && !connection?.effectiveType?.endsWith('2g')) loadWhenIdle(importEventPage);
	loadWhenIdle(async () => (await import('../shared/saved-queries.ts')).saveQueries(client));
	if ('serviceWorker' in navigator && !import.meta.env.DEV)
		loadWhenIdle(async () =>
			(await import('./register-worker.ts')).registerWorker(updates.offer, client, page),
		);
}
