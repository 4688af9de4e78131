import '../ui/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { applyStoredTheme } from '../features/settings/theme.ts';
import { pageLocale } from '../i18n/locale.tsx';
import { loadMessages } from '../i18n/messages.ts';
import { readPageData } from '../shared/page-data.tsx';
import { createQueryClient } from '../shared/query-client.ts';
import { createUpdates } from '../shared/updates.ts';
import { App } from './app.tsx';
import { prefetched, watchForMissingCode } from './missing-code.ts';
import { importEventPage } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks #root');
watchForMissingCode();
applyStoredTheme();
const locale = pageLocale();
await loadMessages(locale);
const page = readPageData(document);
const updates = createUpdates();
const client = createQueryClient();
const app = (
	<StrictMode>
		<App locale={locale} page={page} updates={updates} client={client} Router={BrowserRouter} />
	</StrictMode>
);
// `data-locale` is set on pages that the BFF has rendered.
if (root.dataset.locale === locale) startTransition(() => void hydrateRoot(root, app));
else {
	root.replaceChildren();
	createRoot(root).render(app);
}

/** Loads code that no first page needs. Safari has no `requestIdleCallback`. */
function loadWhenIdle(load: () => Promise<unknown>): void {
	const start = () => (window.requestIdleCallback ?? setTimeout)(() => prefetched(load()));
	if (document.readyState === 'complete') start();
	else window.addEventListener('load', start, { once: true });
}

const { reportAs } = page;
if (reportAs !== null) loadWhenIdle(async () => (await import('./web-vitals.ts')).reportWebVitals(reportAs));
/** `navigator.connection`; Chromium only. */
const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
// Most visits continue to an event, so its page is prefetched, except on metered or very slow connections.
if (!connection?.saveData && !connection?.effectiveType?.endsWith('2g')) loadWhenIdle(importEventPage);
loadWhenIdle(async () => (await import('../shared/saved-queries.ts')).saveQueries(client));
if ('serviceWorker' in navigator && !import.meta.env.DEV)
	loadWhenIdle(async () =>
		(await import('./register-worker.ts')).registerWorker(updates.offer, client, page),
	);
