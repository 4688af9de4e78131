/** Whether the window is as narrow as a phone's: for what styles cannot choose, such as a URL. */
import { useSyncExternalStore } from 'react';

/** The width at which the layout of phones ends. */
const query = '(max-width: 36rem)';

function subscribe(onChange: () => void): () => void {
	const list = window.matchMedia(query);
	list.addEventListener('change', onChange);
	return () => list.removeEventListener('change', onChange);
}

/** False in the first render: only the browser knows. */
export function useIsNarrow(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => window.matchMedia(query).matches,
		() => false,
	);
}
