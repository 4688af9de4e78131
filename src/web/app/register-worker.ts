import { Workbox } from 'workbox-window';
import { workerUrls } from './worker-urls.ts';

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
