/**
 * What opens the app when there is no network: the shell, and what was last seen. Registered by `offline.ts`, built to
 * `/sw.js`. Nothing of a session outlives it: every answer of the BFF is dropped when somebody signs in or out.
 */
/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/** Names change when the way of keeping changes; others are deleted at activation. */
const caches_ = { pages: 'pages-1', files: 'files-1', pictures: 'pictures-1', answers: 'answers-1' } as const;
type CacheName = (typeof caches_)[keyof typeof caches_];

/** Most entries of each cache: the oldest go first. */
const most: Record<CacheName, number> = {
	'pages-1': 40,
	'files-1': 120,
	'pictures-1': 240,
	'answers-1': 120,
};

/** Pages that are the app's shell with public data inside. */
const isPage = ({ pathname }: URL) =>
	!/^\/(auth|api|images|assets|feeds|embed|search|_sandbox)\//.test(pathname);

async function keep(name: CacheName, request: Request, response: Response): Promise<void> {
	const cache = await caches.open(name);
	await cache.put(request, response);
	const keys = await cache.keys();
	await Promise.all(keys.slice(0, Math.max(0, keys.length - most[name])).map((key) => cache.delete(key)));
}

/** Files with a hash in their name, and pictures: what is kept is as good as new. */
async function keptFirst(name: CacheName, request: Request): Promise<Response> {
	const kept = await caches.match(request, { cacheName: name });
	if (kept !== undefined) return kept;
	const response = await fetch(request);
	if (response.ok) await keep(name, request, response.clone());
	return response;
}

/** Pages and answers: the network's word counts, what is kept stands in without one. */
async function networkFirst(name: CacheName, request: Request, standIn?: string): Promise<Response> {
	try {
		const response = await fetch(request);
		if (response.ok) await keep(name, request, response.clone());
		return response;
	} catch (error) {
		const kept =
			(await caches.match(request, { cacheName: name })) ??
			(standIn === undefined ? undefined : await caches.match(standIn, { cacheName: name }));
		if (kept === undefined) throw error;
		return kept;
	}
}

/** A page without a screen inside, which therefore can stand in for any other. */
const shell = '/settings';

self.addEventListener('install', (event) => {
	event.waitUntil(caches.open(caches_.pages).then((cache) => cache.add(shell)));
});

self.addEventListener('activate', (event) => {
	const known: readonly string[] = Object.values(caches_);
	event.waitUntil(
		caches
			.keys()
			.then((names) =>
				Promise.all(names.filter((name) => !known.includes(name)).map((name) => caches.delete(name))),
			)
			.then(() => self.clients.claim()),
	);
});

self.addEventListener('message', (event) => {
	if (event.data === 'skip-waiting') void self.skipWaiting();
	if (event.data === 'forget-answers') event.waitUntil(caches.delete(caches_.answers));
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== self.location.origin) return;
	if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(caches_.files, request));
	else if (url.pathname.startsWith('/images/')) event.respondWith(keptFirst(caches_.pictures, request));
	else if (url.pathname.startsWith('/api/')) event.respondWith(networkFirst(caches_.answers, request));
	// A callback carries a code: it is never kept.
	else if (request.mode === 'navigate' && isPage(url) && url.pathname !== '/callback')
		event.respondWith(networkFirst(caches_.pages, request, shell));
});
