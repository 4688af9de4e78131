import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether a browser shows it. False in the first render, which must be the same as the server's. */
export const useInBrowser = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
