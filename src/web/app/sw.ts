/**
 * Service worker (Workbox): caches assets, images, and one HTML document without content (the shell). The app saves its
 * queries itself (`shared/saved-queries.ts`).
 */
/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { matchPage, pagePatterns } from '../../contract/paths.ts';
import type { WorkerMessage } from '../shared/session/session-data.ts';

declare const self: ServiceWorkerGlobalScope;

const shellCache = 'shell';

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);

/** Caches what is not precached: a language's messages, and rarely used chunks. */
const assets = new CacheFirst({
	cacheName: 'assets',
	plugins: [new ExpirationPlugin({ maxEntries: 60 }) as WorkboxPlugin],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets);

async function storeShell(event: ExtendableEvent): Promise<void> {
	const response = await fetch(pagePatterns.offline);
	if (!response.ok) return;
	const html = await response.clone().text();
	const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:css|js)/g))];
	const stored = files
		.filter((file) => getCacheKeyForURL(file) === undefined)
		.map((file) => assets.handleAll({ request: new Request(file), event })[1]);
	await Promise.all(stored);
	await (await caches.open(shellCache)).put(pagePatterns.offline, response);
}

registerRoute(
	({ request, url }) => request.mode === 'navigate' && matchPage(url.pathname) !== null,
	new NetworkOnly({
		// If the network doesn't respond, the shell shows saved content, and the app tries again.
		networkTimeoutSeconds: 3,
		plugins: [{ handlerDidError: () => caches.match(pagePatterns.offline, { cacheName: shellCache }) }],
	}),
);

/** The URL of the original image, which the image proxy's URLs for all widths contain. */
const sourceOf = (url: string) => new URL(url).searchParams.get('src');

/** Incremented when a session ends, so that images requested before are not cached afterwards. */
let sessions = 0;
const imageCache = 'images';
const imageLimits = { maxEntries: 240 };
registerRoute(
	({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
	new CacheFirst({
		cacheName: imageCache,
		plugins: [
			new ExpirationPlugin(imageLimits) as WorkboxPlugin,
			{
				requestWillFetch: async ({ request, state }) => {
					if (state) state.sessions = sessions;
					return request;
				},
				cacheWillUpdate: async ({ response, state }) =>
					response.ok && state?.sessions === sessions ? response : null,
				// Offline, any width is better than no image.
				handlerDidError: async ({ request }) => {
					const cache = await caches.open(imageCache);
					const source = sourceOf(request.url);
					const stored = (await cache.keys()).find(({ url }) => sourceOf(url) === source);
					return stored && cache.match(stored);
				},
			},
		],
	}),
);

async function removeImages(): Promise<void> {
	sessions += 1;
	// Not the plugin's `deleteCacheAndMetadata`, which deletes only caches used since the worker started.
	await caches.delete(imageCache);
	await new CacheExpiration(imageCache, imageLimits).delete();
}

self.addEventListener('install', (event) => event.waitUntil(storeShell(event)));

self.addEventListener('message', (event) => {
	const { type } = event.data as WorkerMessage;
	if (type === 'SKIP_WAITING') void self.skipWaiting();
	if (type === 'LANGUAGE_CHANGED') event.waitUntil(storeShell(event));
	if (type === 'SESSION_OVER') event.waitUntil(removeImages());
});
