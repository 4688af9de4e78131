/** Registering the service worker, telling of a new version, and forgetting what belonged to a session. */

const address = '/sw.js';

/** The one address that scripts of workers may come from (Content-Security-Policy: trusted-types daybill). */
function trustedAddress(): string {
	const types = (window as { trustedTypes?: TrustedTypePolicies }).trustedTypes;
	const policy = types?.createPolicy('daybill', {
		createScriptURL: (url) => {
			if (url !== address) throw new TypeError(`no worker at ${url}`);
			return url;
		},
	});
	return policy?.createScriptURL(address) ?? address;
}

interface TrustedTypePolicies {
	createPolicy(
		name: string,
		rules: { createScriptURL(url: string): string },
	): { createScriptURL(url: string): string };
}

/** The worker of this page. */
export interface Offline {
	/** Tells when a new version waits; `load` makes the page take it. @returns what ends the telling */
	onUpdate(tell: (load: () => void) => void): () => void;
}

/** Registers the worker; without one everything works as long as there is a network. Called once for a page. */
export function startOffline(): Offline {
	const tellers = new Set<(load: () => void) => void>();
	let load: (() => void) | undefined;
	const offer = (worker: ServiceWorker | null) => {
		if (worker === null) return;
		load = () => {
			navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
				once: true,
			});
			worker.postMessage('skip-waiting');
		};
		for (const tell of tellers) tell(load);
	};
	const register = async () => {
		const hadWorker = navigator.serviceWorker.controller !== null;
		const registration = await navigator.serviceWorker.register(trustedAddress());
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
		onUpdate(tell) {
			tellers.add(tell);
			if (load !== undefined) tell(load);
			return () => tellers.delete(tell);
		},
	};
}

/** Drops every answer that the worker has kept: somebody signed in or out. */
export function forgetAnswers(): void {
	navigator.serviceWorker?.controller?.postMessage('forget-answers');
}
