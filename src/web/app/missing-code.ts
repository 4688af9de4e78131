/** What happens when code cannot be loaded that a page needs, because a deployment has replaced it. */
import { isOffline } from '../shared/online.ts';
import { reloadOnce, watchForLeaving } from './reload-once.ts';

/** Errors of code that was loaded ahead. */
const ahead = new WeakSet<object>();

/** Loads code that is not needed yet. When it is, and is still missing, that is another failure. */
export function loadAhead(loading: Promise<unknown>): void {
	loading.catch((error: object) => void ahead.add(error));
}

/** Loads the page again when code is missing. Called once per page. */
export function watchForMissingCode(): void {
	watchForLeaving();
	window.addEventListener('vite:preloadError', ({ payload }) => {
		// The network is missing then. Once it is back, what the page says must not be lost by loading it again.
		if (isOffline()) return;
		// By then, who asked for the code has the error.
		setTimeout(() => {
			if (!ahead.has(payload)) void reloadOnce(import.meta.url);
		});
	});
}
