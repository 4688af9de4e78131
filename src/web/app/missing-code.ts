/** What happens when code cannot be loaded that a page needs, because a deployment has replaced it. */
import type { serverPatterns } from '../../contract/paths.ts';
import { isOffline } from '../shared/online.ts';

/** As the type of the constant, which would bring all patterns along. */
const health: (typeof serverPatterns)['health'] = '/healthz';
const key = 'daybill.reloaded';
/** A tab reloads a page at most once in this time, whatever is missing: nothing can make it a loop. */
const reloadIntervalMs = 600_000;
/** How long after a navigation began the page may still be shown. A download ends as well. */
const leavingTimeMs = 10_000;

/** Errors of code that was loaded ahead. */
const ahead = new WeakSet<object>();
let leftAt = Number.NEGATIVE_INFINITY;

/** The part of the Navigation API that is used. Firefox has it since 147, Safari since 26.2. */
interface Navigation {
	addEventListener(
		type: 'navigate',
		listener: (event: { destination: { sameDocument: boolean } }) => void,
	): void;
}

/**
 * Browsers abort what still loads when a navigation begins: then no code is missing. `beforeunload` only where there is no
 * Navigation API, since with it Firefox keeps no page in its back/forward cache. Called once per script.
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

/** @returns false when this tab reloaded a page lately, or storage is blocked or full */
function noteReload(): boolean {
	try {
		if (Date.now() - Number(sessionStorage.getItem(key)) < reloadIntervalMs) return false;
		sessionStorage.setItem(key, `${Date.now()}`);
		return true;
	} catch {
		return false;
	}
}

/** Reloads the page, unless that was tried lately, the visitor is leaving, or the server cannot be reached. */
export async function reloadOnce(): Promise<void> {
	if (performance.now() - leftAt < leavingTimeMs) return;
	const response = await fetch(health).catch(() => null);
	if (response?.ok === true && noteReload()) location.reload();
}

/** Loads code that is not needed yet. When it is, and is still missing, that is another failure. */
export function loadAhead(loading: Promise<unknown>): void {
	loading.catch((error: object) => void ahead.add(error));
}

/** Reloads the page when code is missing. Called once per page. */
export function watchForMissingCode(): void {
	watchForLeaving();
	window.addEventListener('vite:preloadError', ({ payload }) => {
		// The network is missing then. Once it is back, what the page says must not be lost by a reload.
		if (isOffline()) return;
		// By then, the importer has the error.
		setTimeout(() => {
			if (!ahead.has(payload)) void reloadOnce();
		});
	});
}
