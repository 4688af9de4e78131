/**
 * Opens the app without a network: the shell, and what was last seen. Registered by `shared/offline.ts`, built to
 * `/sw.js`. Nothing of a session outlives it: every response of the BFF is dropped when somebody signs in or out.
 */
/// <reference lib="webworker" />
import { apiPrefix, matchPage, pagePatterns } from '../../contract/paths.ts';
import type { WorkerMessage } from '../shared/offline.ts';

declare const self: ServiceWorkerGlobalScope;

/** Names change when the contents change in kind; others are deleted at activation. */
const cacheNames = {
	pages: 'pages-1',
	files: 'files-1',
	pictures: 'pictures-1',
	responses: 'responses-1',
} as const;
type CacheName = (typeof cacheNames)[keyof typeof cacheNames];

/** Entries of each cache; the oldest are deleted first. */
const maxEntries: Record<CacheName, number> = {
	'pages-1': 40,
	'files-1': 120,
	'pictures-1': 240,
	'responses-1': 120,
};

async function keep(name: CacheName, request: Request, response: Response): Promise<void> {
	const cache = await caches.open(name);
	await cache.put(request, response);
	const keys = await cache.keys();
	await Promise.all(
		keys.slice(0, Math.max(0, keys.length - maxEntries[name])).map((key) => cache.delete(key)),
	);
}

/** For files with a hash in their name, and for pictures: they do not change. */
async function cacheFirst(name: CacheName, request: Request): Promise<Response> {
	const kept = await caches.match(request, { cacheName: name });
	if (kept !== undefined) return kept;
	const response = await fetch(request);
	if (response.ok) await keep(name, request, response.clone());
	return response;
}

/** For pages and responses: what is kept is used without a network only. @param fallback URL to use when nothing is kept */
async function networkFirst(name: CacheName, request: Request, fallback?: string): Promise<Response> {
	try {
		const response = await fetch(request);
		if (response.ok) await keep(name, request, response.clone());
		return response;
	} catch (error) {
		const kept =
			(await caches.match(request, { cacheName: name })) ??
			(fallback === undefined ? undefined : await caches.match(fallback, { cacheName: name }));
		if (kept === undefined) throw error;
		return kept;
	}
}

/** A page that is not rendered by the BFF, and can therefore replace any other. */
const shell = pagePatterns.settings;

self.addEventListener('install', (event) => {
	event.waitUntil(caches.open(cacheNames.pages).then((cache) => cache.add(shell)));
});

self.addEventListener('activate', (event) => {
	const known: readonly string[] = Object.values(cacheNames);
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
	const message = event.data as WorkerMessage;
	if (message === 'skip-waiting') void self.skipWaiting();
	if (message === 'forget-responses') event.waitUntil(caches.delete(cacheNames.responses));
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	if (request.method !== 'GET' || origin !== self.location.origin) return;
	if (pathname.startsWith('/assets/')) event.respondWith(cacheFirst(cacheNames.files, request));
	else if (pathname.startsWith('/images/')) event.respondWith(cacheFirst(cacheNames.pictures, request));
	else if (pathname.startsWith(`${apiPrefix}/`))
		event.respondWith(networkFirst(cacheNames.responses, request));
	// The URL of a callback has a code in it: it is never kept.
	else if (request.mode === 'navigate' && isPage(pathname))
		event.respondWith(networkFirst(cacheNames.pages, request, shell));
});

function isPage(pathname: string): boolean {
	const page = matchPage(pathname)?.page;
	return page !== undefined && page !== 'callback';
}
