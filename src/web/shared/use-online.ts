import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the browser is online. True in the first render. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		onlineManager.subscribe,
		() => onlineManager.isOnline(),
		() => true,
	);
}
