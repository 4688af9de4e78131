/** Loads code that no first page needs. Not in `main.tsx`, which compresses badly, as it is a file of its own in the build. */
import type { QueryClient } from '@tanstack/react-query';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Updates } from '../shared/updates.ts';
import { prefetched } from './missing-code.ts';
import { importEventPage } from './routes.tsx';

/** Safari has no `requestIdleCallback`. */
function loadWhenIdle(load: () => Promise<unknown>): void {
	const start = () => (window.requestIdleCallback ?? setTimeout)(() => prefetched(load()));
	if (document.readyState === 'complete') start();
	else window.addEventListener('load', start, { once: true });
}

export function loadLater(page: PageData, updates: Updates, client: QueryClient): void {
	const { reportAs } = page;
	if (reportAs !== null)
		loadWhenIdle(async () => (await import('./web-vitals.ts')).reportWebVitals(reportAs));
	/** Chromium only. */
	const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
	// Most visits continue to an event, so its page is prefetched, except on metered or very slow connections.
	if (!connection?.saveData && !connection?.effectiveType?.endsWith('2g')) loadWhenIdle(importEventPage);
	loadWhenIdle(async () => (await import('../shared/saved-queries.ts')).saveQueries(client));
	if ('serviceWorker' in navigator && !import.meta.env.DEV)
		loadWhenIdle(async () =>
			(await import('./register-worker.ts')).registerWorker(updates.offer, client, page),
		);
}
