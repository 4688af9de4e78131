/**
 * What this browser stores of a session: entries of both storages, what was read (`saved-queries.ts`), and images of the
 * service worker. It is removed when the session is over, by whichever page notices first. In the first file: a removal must
 * not depend on code that may be missing, or be aborted as the page is left.
 */
import { clear, createStore } from 'idb-keyval';
import { browserStorage, ownPrefix, type SafeStorage, sessionKey, tabStorage } from '../storage.ts';

/** What pages tell the service worker. `SKIP_WAITING` is Workbox's. */
export interface WorkerMessage {
	type: 'SKIP_WAITING' | 'LANGUAGE_CHANGED' | 'SESSION_OVER';
}

/** Keys of the app, and those of oidc-client-ts: a sign-in that was begun names the page that the person was on. */
const appPrefixes = ['daybill.', 'oidc.'];

/** Opens the database in which queries are saved. */
export const openQueryStore = () => createStore('daybill', 'queries');

/** Removes what belongs to another session, and notes whose the rest is. Language and theme are in cookies. */
function removeFromStorage(storage: SafeStorage, epoch: string | null): void {
	const owner = storage.read(sessionKey);
	if (owner === epoch) return;
	// Before there was a session, nothing was anybody's but what an earlier version has left.
	const prefixes = owner === null ? [ownPrefix] : appPrefixes;
	for (const key of storage.keys())
		if (prefixes.some((prefix) => key.startsWith(prefix))) storage.write(key, null);
	storage.write(sessionKey, epoch);
}

/** Tells the worker, also one that does not control this page. */
async function tellWorker(message: WorkerMessage): Promise<void> {
	const registration = await navigator.serviceWorker.getRegistration();
	registration?.active?.postMessage(message);
}

/**
 * Removes everything that this browser stores of other sessions. Costs nothing where there never was one.
 *
 * @param epoch of the session that goes on; null when nobody is signed in
 */
export async function removeOtherSessions(epoch: string | null): Promise<void> {
	const owners = [browserStorage, tabStorage].map((storage) => storage.read(sessionKey));
	removeFromStorage(browserStorage, epoch);
	removeFromStorage(tabStorage, epoch);
	// A new tab of the same session has no note yet.
	if (owners.every((owner) => owner === null || owner === epoch)) return;
	try {
		// Each is absent on insecure origins, or in some private windows.
		if ('indexedDB' in globalThis) await clear(openQueryStore());
		if ('serviceWorker' in navigator) await tellWorker({ type: 'SESSION_OVER' });
	} catch (error) {
		// SecurityError where the browser blocks them: there is nothing in them then.
		if (!(error instanceof DOMException)) throw error;
	}
}
