/** Code that no page needs at first, so `main.tsx` loads it when the browser is idle. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Workbox } from 'workbox-window';
import { m } from '../i18n/messages.ts';
import { usePageData } from '../shared/page-data.tsx';
import { saveQueries } from '../shared/saved-queries.ts';
import { useMessage } from '../ui/message-bar.tsx';
import { ignoreFailure } from './missing-code.ts';
import { returnAfterReload } from './return-after-reload.ts';
import { importEventPage } from './routes.tsx';
import { workerUrls } from './worker-urls.ts';

/** Registers the service worker. @param offer called when a new version is waiting; `load` activates it */
async function registerWorker(offer: (load: () => void) => void): Promise<void> {
	const worker = new Workbox(workerUrls.service);
	worker.addEventListener('waiting', () =>
		offer(() => {
			worker.addEventListener('controlling', () => window.location.reload());
			worker.messageSkipWaiting();
		}),
	);
	await worker.register();
}

export function LoadLater() {
	const client = useQueryClient();
	const { reportAs } = usePageData();
	const show = useMessage();
	useEffect(() => {
		if (reportAs !== null)
			ignoreFailure(import('./web-vitals.ts').then(({ reportWebVitals }) => reportWebVitals(reportAs)));
		/** Chromium only. */
		const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
		// Most visits continue to an event, so prefetch its page, except on metered or very slow connections.
		if (!connection?.saveData && !connection?.effectiveType?.endsWith('2g')) ignoreFailure(importEventPage());
		returnAfterReload(client);
		saveQueries(client);
		if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
		ignoreFailure(
			registerWorker((load) =>
				show({ text: m.app_update(), action: { label: m.app_update_load(), run: load } }),
			),
		);
	}, [client, reportAs, show]);
	return null;
}
