/** Registers the service worker (`sw.ts`), and offers its new versions. */
import type { QueryClient } from '@tanstack/react-query';
import { Workbox } from 'workbox-window';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Load } from '../shared/updates.ts';
import { loadAhead } from './missing-code.ts';

const workerUrl = '/sw.js';

interface TrustedTypePolicies {
	createPolicy(
		name: string,
		rules: { createScriptURL(url: string): string },
	): { createScriptURL(url: string): string };
}

/** The one URL that workers may be loaded from (Content-Security-Policy: trusted-types daybill). */
function trustedWorkerUrl(): string {
	const types = (window as { trustedTypes?: TrustedTypePolicies }).trustedTypes;
	const policy = types?.createPolicy('daybill', {
		createScriptURL: (url) => {
			if (url !== workerUrl) throw new TypeError(`no worker at ${url}`);
			return url;
		},
	});
	return policy?.createScriptURL(workerUrl) ?? workerUrl;
}

/**
 * Without a worker everything works as long as there is a network.
 *
 * @param offer is called when a new version waits
 */
export async function registerWorker(
	offer: (load: Load) => void,
	client: QueryClient,
	page: PageData,
): Promise<void> {
	if ('setAppBadge' in navigator && matchMedia('(display-mode: standalone)').matches)
		loadAhead(
			import('../features/attendance/app-badge.ts').then((badge) => badge.showAppBadge(client, page)),
		);
	const worker = new Workbox(trustedWorkerUrl());
	worker.addEventListener('waiting', () =>
		offer(() => {
			worker.addEventListener('controlling', () => window.location.reload());
			worker.messageSkipWaiting();
		}),
	);
	await worker.register();
}
