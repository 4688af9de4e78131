import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render, which must equal the server's. */
export const useInBrowser = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
