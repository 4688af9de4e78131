import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * A value that only the browser knows. The first render must equal the server's; another one follows only if the value
 * differs.
 *
 * @param read returns the same object while nothing has changed
 * @param onServer value on the server and in the first render
 */
export const useInBrowser = <Value>(read: () => Value, onServer: Value): Value =>
	useSyncExternalStore(never, read, () => onServer);

/** False on the server and in the first render. */
export const useIsInBrowser = (): boolean => useInBrowser(() => true, false);
