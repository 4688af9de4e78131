/** The service worker from the page's side: registering it, and offering a new version. */

const workerUrl = '/sw.js';
/** Message to a worker that waits; it takes over from the one before. */
const takeOverMessage = 'skip-waiting';
/** `session-over`: the worker deletes what it keeps of a session (`session/kept-data.ts`). */
export type WorkerMessage = typeof takeOverMessage | 'session-over';

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

/** The worker of this page. */
export interface Offline {
	/**
	 * Calls back when a new version waits; `load` makes the page use it.
	 *
	 * @returns what ends the subscription
	 */
	onUpdate(offer: (load: () => void) => void): () => void;
}

/** Registers the worker; without one everything works as long as there is a network. Called once per page. */
export function startOffline(): Offline {
	const listeners = new Set<(load: () => void) => void>();
	let load: (() => void) | undefined;
	const offer = (worker: ServiceWorker | null) => {
		if (worker === null) return;
		load = () => {
			navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
				once: true,
			});
			worker.postMessage(takeOverMessage satisfies WorkerMessage);
		};
		for (const listener of listeners) listener(load);
	};
	const register = async () => {
		const hadWorker = navigator.serviceWorker.controller !== null;
		const registration = await navigator.serviceWorker.register(trustedWorkerUrl());
		// The first worker of a browser is no update.
		if (!hadWorker) return;
		offer(registration.waiting);
		registration.addEventListener('updatefound', () => {
			const worker = registration.installing;
			worker?.addEventListener('statechange', () => {
				if (worker.state === 'installed') offer(worker);
			});
		});
	};
	if ('serviceWorker' in navigator && !import.meta.env.DEV) register().catch(() => undefined);
	return {
		onUpdate(listener) {
			listeners.add(listener);
			if (load !== undefined) listener(load);
			return () => listeners.delete(listener);
		},
	};
}
