/** Web Storage that never throws. It may be blocked, absent or full, or contain values from another version. */

import { parseJson } from './parse-json.ts';

export type SafeStorage = ReturnType<typeof createSafeStorage>;

/** Throws if storage is blocked; undefined in some web views and on the server. */
type Find = () => Storage | null | undefined;

function attempt<Value>(find: Find, use: (storage: Storage) => Value, otherwise: Value): Value {
	try {
		const storage = find();
		return storage ? use(storage) : otherwise;
	} catch (error) {
		// SecurityError if storage is blocked, QuotaExceededError if it is full.
		if (error instanceof DOMException) return otherwise;
		throw error;
	}
}

function createSafeStorage(find: Find) {
	const read = (key: string) => attempt(find, (storage) => storage.getItem(key), null);
	/** Null removes the entry. @returns whether it succeeded */
	const write = (key: string, value: string | null) =>
		attempt(
			find,
			(storage) => {
				if (value === null) storage.removeItem(key);
				else storage.setItem(key, value);
				return true;
			},
			false,
		);
	return {
		read,
		/** Null if absent or invalid JSON. */
		readJson: (key: string): unknown => parseJson(read(key) ?? 'null') ?? null,
		write,
		writeJson: (key: string, value: unknown) => write(key, JSON.stringify(value)),
		keys: () => attempt(find, (storage) => Object.keys(storage), []),
	};
}

export const browserStorage = createSafeStorage(() => globalThis.window?.localStorage);
export const tabStorage = createSafeStorage(() => globalThis.window?.sessionStorage);

/** Key of the session epoch to which all other entries belong; absent if signed out. */
export const sessionKey = 'daybill.session';

/** Whether this browser was signed in when last used. Small, because the inline script includes it. */
export function isSignedInHere(): boolean {
	try {
		return window.localStorage?.getItem(sessionKey) != null;
	} catch {
		// Blocked.
		return false;
	}
}

export class StorageBlockedError extends Error {
	override name = 'StorageBlockedError';
	override message = 'the browser blocks storage for this site';
}
