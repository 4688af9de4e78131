/** Reloads the page when a chunk is missing after a deployment. */
import type { serverPatterns } from '../../contract/paths.ts';
import { isOffline } from '../shared/online.ts';
import { attempt } from '../ui/attempt.ts';

/** Only the type is imported, because the value would add all patterns to the inline script. */
const health: (typeof serverPatterns)['health'] = '/healthz';
const key = 'daybill.reloaded';
/** A tab reloads at most once per interval, which prevents reload loops. */
const reloadIntervalMs = 600_000;
/** How long failed loads are ignored after a navigation starts. A download starts one, too, but keeps the page open. */
const leavingTimeMs = 10_000;

const ignored = new WeakSet<object>();
let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Records when a navigation starts: browsers then abort pending loads, which doesn't mean that code is missing. Uses
 * `beforeunload`, which disables Firefox's back/forward cache, only if there is no Navigation API. Call it once in
 * each script.
 */
export function watchForLeaving(): void {
	// The Navigation API is available from Firefox 147 and Safari 26.2.
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

/** Records a reload. @returns false if this tab has reloaded recently, or storage is blocked or full */
const noteReload = () =>
	attempt(() => {
		if (Date.now() - Number(sessionStorage.getItem(key)) < reloadIntervalMs) return false;
		sessionStorage.setItem(key, `${Date.now()}`);
		return true;
	});

/** Reloads the page, unless it did so recently, the visitor is leaving, or the server doesn't respond. */
export async function reloadOnce(): Promise<void> {
	if (performance.now() - leftAt < leavingTimeMs) return;
	const response = await fetch(health).catch(() => null);
	if (response?.ok === true && noteReload()) location.reload();
}

/**
 * For prefetched code, whose failure must not reload the page. When the code is needed, another import reloads it.
 */
export function ignoreFailure(loading: Promise<unknown>): void {
	loading.catch((error: object) => void ignored.add(error));
}

export function watchForMissingCode(): void {
	watchForLeaving();
	window.addEventListener('vite:preloadError', ({ payload }) => {
		// A reload while offline would lose the page.
		if (isOffline()) return;
		// Runs after the importer's own handlers, such as `ignoreFailure`.
		setTimeout(() => {
			if (!ignored.has(payload)) void reloadOnce();
		});
	});
}
