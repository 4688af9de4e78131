import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
	window.addEventListener('online', onChange);
	window.addEventListener('offline', onChange);
	return () => {
		window.removeEventListener('online', onChange);
		window.removeEventListener('offline', onChange);
	};
}

/** False on the server, where `onLine` is undefined. */
export const isOffline = (): boolean => navigator.onLine === false;

/** True in the first render. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => !isOffline(),
		() => true,
	);
}
