/** Whether the browser believes that it has a network. */
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
	window.addEventListener('online', onChange);
	window.addEventListener('offline', onChange);
	return () => {
		window.removeEventListener('online', onChange);
		window.removeEventListener('offline', onChange);
	};
}

/** Whether it knows that there is none. A server, which does not say, is not offline. */
export const isOffline = (): boolean => navigator.onLine === false;

/** True also in the first render: only the browser can say otherwise. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => !isOffline(),
		() => true,
	);
}
