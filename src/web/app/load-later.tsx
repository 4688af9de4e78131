/** Loads code that no page needs at first. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { m } from '../i18n/messages.ts';
import { usePageData } from '../shared/page-data.tsx';
import { lazyOrNothing } from '../ui/lazy-component.ts';
import { useMessage } from '../ui/message-bar.tsx';
import { useInBrowser } from '../ui/use-in-browser.ts';
import { ignoreFailure } from './missing-code.ts';
import { importEventPage } from './routes.tsx';

const AppBadge = lazyOrNothing(() => import('../features/attendance/app-badge.tsx'), 'AppBadge');

/** Falls back to a timeout: Safari has no `requestIdleCallback`. */
function loadWhenIdle(load: () => Promise<unknown>): void {
	const start = () => (window.requestIdleCallback ?? setTimeout)(() => ignoreFailure(load()));
	if (document.readyState === 'complete') start();
	else window.addEventListener('load', start, { once: true });
}

export function LoadLater() {
	const client = useQueryClient();
	const page = usePageData();
	const show = useMessage();
	useEffect(() => {
		const { reportAs } = page;
		if (reportAs !== null)
			loadWhenIdle(async () => (await import('./web-vitals.ts')).reportWebVitals(reportAs));
		/** Chromium only. */
		const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
		// Most visits continue to an event, so prefetch its page, except on metered or very slow connections.
		if (!connection?.saveData && !connection?.effectiveType?.endsWith('2g')) loadWhenIdle(importEventPage);
		loadWhenIdle(() => import('../ui/sheet-gestures.ts'));
		loadWhenIdle(async () => (await import('./return-after-reload.ts')).returnAfterReload(client));
		loadWhenIdle(async () => (await import('../shared/saved-queries.ts')).saveQueries(client));
		loadWhenIdle(async () => (await import('../features/attendance/own-queries.ts')).followOtherTabs(client));
		if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
		loadWhenIdle(async () => {
			const { registerWorker } = await import('./register-worker.ts');
			await registerWorker((load) =>
				show({ text: m.app_update(), action: { label: m.app_update_load(), run: load } }),
			);
		});
	}, [client, page, show]);
	const isInstalled =
		useInBrowser() && 'setAppBadge' in navigator && matchMedia('(display-mode: standalone)').matches;
	return (
		isInstalled && (
			<Suspense>
				<AppBadge />
			</Suspense>
		)
	);
}
