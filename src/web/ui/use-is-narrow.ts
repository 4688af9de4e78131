import { useSyncExternalStore } from 'react';

/** Breakpoint of the phone layout. */
const query = '(max-width: 36rem)';

function subscribe(onChange: () => void): () => void {
	const list = window.matchMedia(query);
	list.addEventListener('change', onChange);
	return () => list.removeEventListener('change', onChange);
}

/** For choices that CSS can't make, such as a URL. False in the first render. */
export function useIsNarrow(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => window.matchMedia(query).matches,
		() => false,
	);
}
