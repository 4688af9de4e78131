import { useSyncExternalStore } from 'react';
import { isOffline } from './online.ts';

function subscribe(onChange: () => void): () => void {
	window.addEventListener('online', onChange);
	window.addEventListener('offline', onChange);
	return () => {
		window.removeEventListener('online', onChange);
		window.removeEventListener('offline', onChange);
	};
}

/** True in the first render. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => !isOffline(),
		() => true,
	);
}
