/**
 * Opens the app without a network: the shell, and what was last seen. Registered by `shared/offline.ts`, built to
 * `/sw.js`. What was fetched in a session is kept for that session only, and dropped when it ends (decision 26).
 */
/// <reference lib="webworker" />
import { epochHeader } from '../../contract/bff-api/session.ts';
import { apiPrefix, bffPatterns, matchPage, pagePatterns } from '../../contract/paths.ts';
import { type CacheKind, cacheName, dropCaches, keptEpoch } from '../shared/kept-caches.ts';
import { keptHeader } from '../shared/kept-header.ts';
import type { WorkerMessage } from '../shared/offline.ts';
import { createKeptResponses } from './kept-responses.ts';

declare const self: ServiceWorkerGlobalScope;

const kept = createKeptResponses(caches);

/** Whether the last page that was opened came from what is kept, since the server could not be reached. */
let isCutOff = false;

/** For files, while there is no network. */
async function file({ request }: FetchEvent): Promise<Response> {
	return (await kept.findFile(request)) ?? fetch(request);
}

/**
 * Keeps a file that the page loads by itself. Files do not change, so browsers take them from their own cache faster than
 * from a worker, and Firefox reports a file of a worker as an error when the page is left while it arrives.
 */
async function keepFile(request: Request): Promise<void> {
	if ((await kept.findFile(request)) !== undefined) return;
	const response = await fetch(request.url, { cache: 'force-cache' });
	if (response.ok) await kept.keepFile(request, response);
}

/** Keeps a copy of a response while it is sent to the page. */
function keepCopy(event: FetchEvent, kind: CacheKind, epoch: string | null, response: Response): void {
	if (!response.ok) return;
	// What cannot be kept, because there is no space or the page has gone, is only missing without a network.
	event.waitUntil(kept.keep(kind, epoch, event.request, response.clone()).catch(() => undefined));
}

/** For images, which do not change either. */
async function image(event: FetchEvent): Promise<Response> {
	const epoch = await kept.epoch();
	const found = await kept.find('images', event.request);
	if (found !== undefined) return found;
	const response = await fetch(event.request);
	keepCopy(event, 'images', epoch, response);
	return response;
}

/**
 * A response once all of it has arrived. Firefox reports a body that the page leaves behind half sent as an error of the
 * worker, and a fetch that is aborted before as nothing at all. What the app loads is used whole in any case.
 */
async function whole(response: Response): Promise<Response> {
	await response.clone().arrayBuffer();
	return response;
}

/** A page that is not rendered by the BFF, and can therefore replace any other. */
const shell = pagePatterns.settings;

/** With its files: those pages that the BFF renders have their styles inside, so that nothing else requests them. */
async function keepShell(): Promise<void> {
	const cache = await caches.open(cacheName('pages', null));
	await cache.add(shell);
	const html = (await (await cache.match(shell))?.text()) ?? '';
	const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:css|js)/g));
	await Promise.all([...files].map((file) => keepFile(new Request(file))));
}

/** For pages: what is kept is used without a network only. */
async function page(event: FetchEvent): Promise<Response> {
	const epoch = await kept.epoch();
	try {
		const response = await fetch(event.request);
		isCutOff = false;
		keepCopy(event, 'pages', epoch, response);
		return response;
	} catch (error) {
		isCutOff = true;
		const found = (await kept.find('pages', event.request)) ?? (await kept.find('pages', shell));
		if (found === undefined) throw error;
		return found;
	}
}

/** For responses of the BFF: what is kept is used without a network only. Each says which session it belongs to. */
async function response(event: FetchEvent, isSession: boolean): Promise<Response> {
	try {
		const received = await fetch(event.request);
		const epoch = received.headers.get(epochHeader);
		const isOver = received.headers.has('clear-site-data') || (isSession && received.ok && epoch === null);
		if (isOver) await kept.end(epoch);
		else if (isSession && epoch !== null) await kept.begin(epoch);
		keepCopy(event, 'responses', epoch, received);
		return received;
	} catch (error) {
		const found = await kept.find('responses', event.request);
		if (found === undefined) throw error;
		const headers = new Headers(found.headers);
		headers.set(keptHeader, '1');
		return new Response(found.body, { status: found.status, headers });
	}
}

self.addEventListener('install', (event) => {
	event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
	event.waitUntil(keptEpoch(caches).then((epoch) => dropCaches(caches, epoch)));
});

self.addEventListener('message', (event) => {
	const message = event.data as WorkerMessage;
	if (message === 'skip-waiting') void self.skipWaiting();
	if (message === 'take-over') event.waitUntil(self.clients.claim());
	if (message === 'session-over') event.waitUntil(kept.end(null));
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	if (origin !== self.location.origin) return;
	// The page may be closed before it has dropped anything itself.
	if (pathname === bffPatterns.logout) event.waitUntil(kept.end(null));
	if (request.method !== 'GET') return;
	const respond = (answer: Promise<Response>) => event.respondWith(answer.then(whole));
	if (pathname.startsWith('/assets/')) {
		if (isCutOff || !self.navigator.onLine) respond(file(event));
		else event.waitUntil(keepFile(request).catch(() => undefined));
	} else if (pathname.startsWith('/images/')) respond(image(event));
	else if (pathname.startsWith(`${apiPrefix}/`) || pathname === bffPatterns.session)
		respond(response(event, pathname === bffPatterns.session));
	// The URL of a callback has a code in it: it is never kept.
	else if (request.mode === 'navigate' && isPage(pathname)) respond(page(event));
});

function isPage(pathname: string): boolean {
	const match = matchPage(pathname)?.page;
	return match !== undefined && match !== 'callback';
}
