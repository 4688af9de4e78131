/**
 * What this browser keeps outside of memory: caches of the service worker, storage of the browser and of the tab. All of
 * it belongs to one session at a time and is removed when that is over, by whichever page notices first. In the first file:
 * a removal must not depend on code that may be missing, or be aborted as the page is left.
 */
import { dropCaches } from '../kept-caches.ts';
import type { WorkerMessage } from '../offline.ts';
import { browserStorage, ownPrefix, type SafeStorage, sessionKey, tabStorage } from '../storage.ts';

/** Keys of the app, and those of oidc-client-ts: a sign-in that was begun names the page that the person was on. */
const appPrefixes = ['daybill.', 'oidc.'];

/** Removes what belongs to another session than this one, and notes whose the rest is. Language and theme are in cookies. */
function keepInStorage(storage: SafeStorage, epoch: string | null): void {
	const owner = storage.read(sessionKey);
	if (owner === epoch) return;
	// Before there was a session, nothing was anybody's but what an earlier version has left.
	const prefixes = owner === null ? [ownPrefix] : appPrefixes;
	for (const key of storage.keys())
		if (prefixes.some((prefix) => key.startsWith(prefix))) storage.write(key, null);
	storage.write(sessionKey, epoch);
}

/** Tells the worker that the session is over, also one that does not control this page. */
async function endInWorker(): Promise<void> {
	const registration = await navigator.serviceWorker.getRegistration();
	registration?.active?.postMessage('session-over' satisfies WorkerMessage);
}

/**
 * Removes everything that this browser keeps of other sessions. Resolves when it is gone.
 *
 * @param epoch of the session that goes on; null when nobody is signed in
 */
export async function keepOnly(epoch: string | null): Promise<void> {
	keepInStorage(browserStorage, epoch);
	keepInStorage(tabStorage, epoch);
	try {
		// Both are absent on insecure origins.
		if (epoch === null && 'serviceWorker' in navigator) await endInWorker();
		if ('caches' in globalThis) await dropCaches(caches, epoch);
	} catch (error) {
		// SecurityError where the browser blocks them: there is nothing in them then.
		if (!(error instanceof DOMException)) throw error;
	}
}
