/**
 * Removes what a session stored in this browser: Web Storage, saved queries (`saved-queries.ts`), and the service
 * worker's images.
 */
import { browserStorage, type SafeStorage, sessionKey, tabStorage } from '../storage.ts';

/** Messages to the service worker. `SKIP_WAITING` is Workbox's. */
export interface WorkerMessage {
	type: 'SKIP_WAITING' | 'LANGUAGE_CHANGED' | 'SESSION_OVER';
}

/** Present while the database and the images of a session that has ended may still exist. */
const leftoversKey = 'daybill.leftovers';

/** Removes the entries of other sessions, and stores the new epoch. Language and theme stay: they are cookies. */
export function removeFromStorage(storage: SafeStorage, epoch: string | null): void {
	const owner = storage.read(sessionKey);
	if (owner === epoch) return;
	if (owner !== null)
		// oidc-client-ts stores pending sign-ins together with the page to return to.
		for (const key of storage.keys()) if (/^(daybill|oidc)\./.test(key)) storage.write(key, null);
	storage.write(sessionKey, epoch);
}

/** Reaches a worker even if it doesn't control this page. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
	const registration = await navigator.serviceWorker?.getRegistration();
	registration?.active?.postMessage(message);
}

async function clearQueries(): Promise<void> {
	// IndexedDB is absent on insecure origins and in some private windows.
	if ('indexedDB' in globalThis) await (await import('../saved-queries.ts')).clearSaved();
}

/**
 * Removes what other sessions stored in this browser. If the page closes first, or the code to do it can't be loaded,
 * the next page continues.
 *
 * @param epoch of the current session; null if signed out
 */
export async function removeOtherSessions(epoch: string | null): Promise<void> {
	const owners = [browserStorage, tabStorage].map((storage) => storage.read(sessionKey));
	removeFromStorage(browserStorage, epoch);
	removeFromStorage(tabStorage, epoch);
	// A new tab of the same session has no epoch yet.
	if (owners.some((owner) => owner !== null && owner !== epoch)) browserStorage.write(leftoversKey, '1');
	else if (browserStorage.read(leftoversKey) === null) return;
	try {
		await Promise.all([tellWorker({ type: 'SESSION_OVER' }), clearQueries()]);
		browserStorage.write(leftoversKey, null);
	} catch (error) {
		// A DOMException means that storage is blocked and thus empty; a TypeError, that code can't be loaded.
		if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
	}
}
