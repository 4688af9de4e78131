/**
 * The caches of the service worker, which pages can delete too. What was fetched in a session is in caches that have the
 * session's epoch in their names, and is dropped with it. The app's files, and what was fetched without a session, stay.
 */

/** What a cache has in it. `responses` are those of the operations, and the session itself. */
export type CacheKind = 'pages' | 'images' | 'responses';

/** Changes when what the caches have in them changes in kind. */
const version = '3';

/** The app's files, with a hash in their names. */
export const filesCache = `${version}.files`;

/** Name of a cache. @param epoch of the session that it belongs to; null for none */
export const cacheName = (kind: CacheKind, epoch: string | null): string =>
	epoch === null ? `${version}.public.${kind}` : `${version}.own.${epoch}.${kind}`;

/** The epoch in the name of a cache; null when it belongs to no session. */
function epochOf(name: string): string | null {
	const [, scope, epoch = null] = name.split('.');
	return scope === 'own' ? epoch : null;
}

/** The epoch of the session that has caches; null when none has any. */
export async function keptEpoch(caches: CacheStorage): Promise<string | null> {
	for (const name of await caches.keys()) {
		const epoch = epochOf(name);
		if (epoch !== null) return epoch;
	}
	return null;
}

/** Deletes the caches of every session but one, and those of other versions. @param epoch of that one; null for none */
export async function dropCaches(caches: CacheStorage, epoch: string | null): Promise<void> {
	const names = await caches.keys();
	const isDropped = (name: string) => {
		const owner = epochOf(name);
		return !name.startsWith(`${version}.`) || (owner !== null && owner !== epoch);
	};
	await Promise.all(names.filter(isDropped).map((name) => caches.delete(name)));
}
