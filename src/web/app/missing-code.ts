/** Reloads the page when a chunk is missing because a deployment has replaced it. */
import type { serverPatterns } from '../../contract/paths.ts';
import { isOffline } from '../shared/online.ts';

/** Typed, not imported: the import would add all patterns to the script inside the HTML. */
const health: (typeof serverPatterns)['health'] = '/healthz';
const key = 'daybill.reloaded';
/** A tab reloads at most once in this time, which rules out reload loops. */
const reloadIntervalMs = 600_000;
/** The page may stay visible this long after a navigation has started. A download also counts as one. */
const leavingTimeMs = 10_000;

/** Errors of prefetched code. */
const ofPrefetch = new WeakSet<object>();
let leftAt = Number.NEGATIVE_INFINITY;

/** Navigation API: Firefox 147, Safari 26.2. */
interface Navigation {
	addEventListener(
		type: 'navigate',
		listener: (event: { destination: { sameDocument: boolean } }) => void,
	): void;
}

/**
 * Notes when a navigation starts: browsers abort pending loads then, which does not mean that code is missing. Uses
 * `beforeunload` only without the Navigation API, because it disables Firefox's back/forward cache. Call once per script.
 */
export function watchForLeaving(): void {
	const { navigation } = window as { navigation?: Navigation };
	const leave = () => {
		leftAt = performance.now();
	};
	if (navigation === undefined) window.addEventListener('beforeunload', leave);
	else
		navigation.addEventListener('navigate', ({ destination }) => {
			if (!destination.sameDocument) leave();
		});
}

/** @returns false if this tab has reloaded recently, or storage is blocked or full */
function noteReload(): boolean {
	try {
		if (Date.now() - Number(sessionStorage.getItem(key)) < reloadIntervalMs) return false;
		sessionStorage.setItem(key, `${Date.now()}`);
		return true;
	} catch {
		return false;
	}
}

/** Reloads the page, unless it did recently, the visitor is leaving, or the server does not respond. */
export async function reloadOnce(): Promise<void> {
	if (performance.now() - leftAt < leavingTimeMs) return;
	const response = await fetch(health).catch(() => null);
	if (response?.ok === true && noteReload()) location.reload();
}

/** Marks a failed prefetch, which must not reload the page. If the code is needed later, that import fails by itself. */
export function prefetched(loading: Promise<unknown>): void {
	loading.catch((error: object) => void ofPrefetch.add(error));
}

/** Call once per page. */
export function watchForMissingCode(): void {
	watchForLeaving();
	window.addEventListener('vite:preloadError', ({ payload }) => {
		// Offline, a reload would lose the page.
		if (isOffline()) return;
		// After the importer's own handlers, such as `prefetched`.
		setTimeout(() => {
			if (!ofPrefetch.has(payload)) void reloadOnce();
		});
	});
}
