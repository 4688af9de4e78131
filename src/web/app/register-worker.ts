import type { QueryClient } from '@tanstack/react-query';
import { Workbox } from 'workbox-window';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import { ignoreFailure } from './missing-code.ts';
import { workerUrls } from './worker-urls.ts';

export function showBadge(client: QueryClient, page: PageData): void {
	if ('setAppBadge' in navigator && matchMedia('(display-mode: standalone)').matches)
		ignoreFailure(
			import('../features/attendance/app-badge.ts').then((badge) => badge.showAppBadge(client, page)),
		);
}

/** @param offer called when a new version is waiting; `load` activates it */
export async function registerWorker(offer: (load: () => void) => void): Promise<void> {
	const worker = new Workbox(workerUrls.service);
	worker.addEventListener('waiting', () =>
		offer(() => {
			worker.addEventListener('controlling', () => window.location.reload());
			worker.messageSkipWaiting();
		}),
	);
	await worker.register();
}
