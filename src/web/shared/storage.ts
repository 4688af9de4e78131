/** Web Storage that never throws. It may be blocked, absent or full, or contain values from another version. */

import { attempt, parseJson } from '../ui/attempt.ts';

export type SafeStorage = ReturnType<typeof createSafeStorage>;

/** @param find throws if storage is blocked, absent in some web views, or on the server */
function createSafeStorage(find: () => Storage) {
	const read = (key: string) => attempt(() => find().getItem(key)) ?? null;
	/** Null removes the entry. @returns whether it succeeded */
	const write = (key: string, value: string | null) =>
		attempt(() => {
			if (value === null) find().removeItem(key);
			else find().setItem(key, value);
			return true;
		}) ?? false;
	return {
		read,
		/** The parsed value; null if it is absent or not JSON. */
		readJson: (key: string): unknown => parseJson(read(key) ?? 'null') ?? null,
		write,
		writeJson: (key: string, value: unknown) => write(key, JSON.stringify(value)),
		keys: () => attempt(() => Object.keys(find())) ?? [],
	};
}

export const browserStorage = createSafeStorage(() => window.localStorage);
export const tabStorage = createSafeStorage(() => window.sessionStorage);

/** Key of the session epoch to which personal entries belong; absent if signed out. */
export const sessionKey = 'daybill.session';

/** Whether this browser was signed in when last used. Small, because the inline script includes it. */
export const isSignedInHere = (): boolean => attempt(() => window.localStorage.getItem(sessionKey)) != null;

export class StorageBlockedError extends Error {
	override name = 'StorageBlockedError';
	override message = 'the browser blocks storage for this site';
}
