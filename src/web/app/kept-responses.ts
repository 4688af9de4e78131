/** What the service worker keeps, so that the app opens without a network: for everybody, or for one session. */
import { type CacheKind, cacheName, dropCaches, filesCache, keptEpoch } from '../shared/kept-caches.ts';

/** Entries of each cache; the oldest are deleted first. */
const maxEntries: Record<CacheKind | 'files', number> = {
	pages: 40,
	files: 120,
	images: 240,
	responses: 120,
};

export interface KeptResponses {
	/** Epoch of the session that responses are kept for; null when there is none. */
	epoch(): Promise<string | null>;
	/** Keeps what belongs to a session from now on, and drops what belongs to any other. */
	begin(epoch: string): Promise<void>;
	/**
	 * Drops what belongs to a session. A response of it that is still under way is not kept.
	 *
	 * @param ended epoch of the session; null for whichever there is
	 */
	end(ended: string | null): Promise<void>;
	/** The app's files are the same for everybody, and never change. */
	keepFile(request: Request, response: Response): Promise<void>;
	findFile(request: Request): Promise<Response | undefined>;
	/**
	 * Keeps a response, unless it is marked `no-store` and belongs to no session, or its session is over.
	 *
	 * @param epoch of the session that the response belongs to; null for none
	 */
	keep(kind: CacheKind, epoch: string | null, request: Request, response: Response): Promise<void>;
	/** What was kept in the present session, else what was kept in none. */
	find(kind: CacheKind, request: Request | string): Promise<Response | undefined>;
}

/** @param caches of the origin; pages may delete any of them at any time */
export function createKeptResponses(caches: CacheStorage): KeptResponses {
	/** Epochs of sessions that are over, while this worker runs: a response under way must not bring one back. */
	const over = new Set<string>();
	/** One change of the session after the other. */
	let changes: Promise<unknown> = Promise.resolve();
	const inTurn = (change: () => Promise<void>): Promise<void> => {
		const next = changes.then(change);
		changes = next.catch(() => undefined);
		return next;
	};

	const epoch = async (): Promise<string | null> => {
		await changes;
		return keptEpoch(caches);
	};
	/** The cache by which one sees that a session goes on; it exists even when it is empty. */
	const mark = (owner: string) => cacheName('responses', owner);

	const put = async (name: string, limit: number, request: Request, response: Response) => {
		const cache = await caches.open(name);
		await cache.put(request, response);
		const keys = await cache.keys();
		await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((key) => cache.delete(key)));
	};

	return {
		epoch,
		begin: (next) =>
			inTurn(async () => {
				if (over.has(next)) return;
				const before = await keptEpoch(caches);
				if (before !== null && before !== next) over.add(before);
				await dropCaches(caches, next);
				await caches.open(mark(next));
			}),
		end: (ended) =>
			inTurn(async () => {
				const before = await keptEpoch(caches);
				const last = ended ?? before;
				if (last !== null) over.add(last);
				if (last === before) await dropCaches(caches, null);
			}),
		keepFile: (request, response) => put(filesCache, maxEntries.files, request, response),
		findFile: (request) => caches.match(request, { cacheName: filesCache }),
		async keep(kind, owner, request, response) {
			if (owner === null && response.headers.get('cache-control')?.includes('no-store')) return;
			if (owner !== null && !(await caches.has(mark(owner)))) return;
			await put(cacheName(kind, owner), maxEntries[kind], request, response);
			// It may have ended meanwhile, and the cache have been made again by this response.
			if (owner !== null && over.has(owner)) await caches.delete(cacheName(kind, owner));
		},
		async find(kind, request) {
			const owner = await epoch();
			const own =
				owner === null ? undefined : await caches.match(request, { cacheName: cacheName(kind, owner) });
			return own ?? caches.match(request, { cacheName: cacheName(kind, null) });
		},
	};
}
