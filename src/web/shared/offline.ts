/** The service worker from the page's side: registering it, and offering a new version. */

import type { Load } from './updates.ts';

const workerUrl = '/sw.js';
/**
 * `skip-waiting`: a worker that waits takes the place of the one before. `take-over`: the pages that are open belong to the worker
 * from now on. `session-over`: it deletes what it keeps of a session (`session/kept-data.ts`).
 */
export type WorkerMessage = 'skip-waiting' | 'take-over' | 'session-over';

const send = (worker: ServiceWorker, message: WorkerMessage) => worker.postMessage(message);

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
 * Registers the worker; without one everything works as long as there is a network. Called once per page, when the browser is
 * idle: nothing of a first visit waits for it.
 *
 * @param offer is called when a new version waits
 */
export async function registerWorker(offer: (load: Load) => void): Promise<void> {
	const hadWorker = navigator.serviceWorker.controller !== null;
	const registration = await navigator.serviceWorker.register(trustedWorkerUrl());
	// The first worker of a browser is no update.
	if (!hadWorker) return begin();
	const offerThis = (worker: ServiceWorker) =>
		offer(() => {
			navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
				once: true,
			});
			send(worker, 'skip-waiting');
		});
	if (registration.waiting !== null) offerThis(registration.waiting);
	registration.addEventListener('updatefound', () => {
		const worker = registration.installing;
		worker?.addEventListener('statechange', () => {
			if (worker.state === 'installed') offerThis(worker);
		});
	});
}

/**
 * Lets the first worker of a browser keep what this page goes on to load. It takes over all open pages then, and the browser drops
 * from its back/forward cache those that it takes over: only the first page of a tab asks for it, while nobody has left it.
 * Later pages belong to the worker from their beginning.
 */
async function begin(): Promise<void> {
	// Browsers before 2026 may not know which pages of the site a tab has; there other sites count, too.
	const pages = (window as { navigation?: { entries(): unknown[] } }).navigation?.entries() ?? window.history;
	if (pages.length > 1) return;
	let isLeft = false;
	window.addEventListener('pagehide', () => {
		isLeft = true;
	});
	const { active } = await navigator.serviceWorker.ready;
	if (active !== null && !isLeft) send(active, 'take-over');
}
