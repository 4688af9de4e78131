/** Registers the service worker (`sw.ts`), and offers its new versions. */
import { Workbox } from 'workbox-window';
import type { Load } from '../shared/updates.ts';

const workerUrl = '/sw.js';

interface TrustedTypePolicies {
	createPolicy(
		name: string,
		rules: { createScriptURL(url: string): string },
	): { createScriptURL(url: string): string };
}

/** Content-Security-Policy `trusted-types daybill` allows this policy only. */
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

/** @param offer called when a new version is waiting */
export async function registerWorker(offer: (load: Load) => void): Promise<void> {
	const worker = new Workbox(trustedWorkerUrl());
	worker.addEventListener('waiting', () =>
		offer(() => {
			worker.addEventListener('controlling', () => window.location.reload());
			worker.messageSkipWaiting();
		}),
	);
	await worker.register();
}
