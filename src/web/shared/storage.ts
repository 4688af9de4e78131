/**
 * The browser's storage, which may be blocked, absent, full, or hold what another version wrote. Nothing here throws: what
 * cannot be kept is forgotten, and the app works without it.
 */

export interface SafeStorage {
	/** Null when there is nothing, or storage is blocked. */
	read(key: string): string | null;
	/** The value as JSON; null also when it is not JSON. */
	readJson(key: string): unknown;
	/** Keeps a text; null removes it. @returns whether that worked */
	write(key: string, value: string | null): boolean;
	writeJson(key: string, value: unknown): boolean;
	keys(): string[];
}

/** Finds a storage: throws where it is blocked; nothing in some web views, and on a server. */
type Find = () => Storage | null | undefined;

function attempt<Value>(find: Find, use: (storage: Storage) => Value, otherwise: Value): Value {
	try {
		const storage = find();
		return storage ? use(storage) : otherwise;
	} catch (error) {
		// SecurityError where it is blocked, QuotaExceededError where it is full.
		if (error instanceof DOMException) return otherwise;
		throw error;
	}
}

const readFrom = (find: Find, key: string) => attempt(find, (storage) => storage.getItem(key), null);

function createSafeStorage(find: Find): SafeStorage {
	const read = (key: string) => readFrom(find, key);
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
		readJson(key) {
			try {
				return JSON.parse(read(key) ?? 'null');
			} catch (error) {
				if (error instanceof SyntaxError) return null;
				throw error;
			}
		},
		write,
		writeJson: (key, value) => write(key, JSON.stringify(value)),
		keys: () =>
			attempt(
				find,
				(storage) =>
					Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
						(key) => key !== null,
					),
				[],
			),
	};
}

const findLocal: Find = () => globalThis.window?.localStorage;
/** Kept in this browser. */
export const browserStorage = createSafeStorage(findLocal);
/** Kept for this visit in this tab. */
export const tabStorage = createSafeStorage(() => globalThis.window?.sessionStorage);

/** Start of the keys of what belongs to signed-in people. */
export const ownPrefix = 'daybill.own.';

/** Key of something that belongs to a person, and is removed at the end of the session. */
export const ownStorageKey = (userId: string, name: string): string => `${ownPrefix}${name}.${userId}`;

/** Key of the epoch of the session that everything else in a storage belongs to; absent when nobody is signed in. */
export const sessionKey = 'daybill.session';

/** Whether somebody is signed in, as far as this browser knows: for the script inside the HTML, which needs no more of a storage. */
export const isSignedInHere = (): boolean => readFrom(findLocal, sessionKey) !== null;

/** Thrown where something cannot work without storage. */
export class StorageBlockedError extends Error {
	constructor() {
		super('the browser does not let this site store anything');
		this.name = 'StorageBlockedError';
	}
}
