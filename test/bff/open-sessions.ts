/** Sessions on their own store, for tests and other programs. */
import { createEncryption } from '../../src/bff/session/encryption.ts';
import { createSessionStore, type SessionStore } from '../../src/bff/session/session-store.ts';
import { openStore } from '../../src/bff/store/open-store.ts';
import type { Store } from '../../src/bff/store/store.ts';

export const silent = { warn: () => undefined };
export type OpenedSessions = SessionStore & Pick<Store, 'probe' | 'close'>;

/** Sessions on an existing store; closing them closes the store. */
export function sessionsOn(store: Store, keys: readonly string[], clock = Date.now): OpenedSessions {
	const { probe, close } = store;
	return { ...createSessionStore(store, createEncryption(keys), clock), probe, close };
}

/** @param clock milliseconds since 1970 */
export async function openRedisSessions(
	url: string,
	keys: readonly string[],
	clock = Date.now,
): Promise<OpenedSessions> {
	const { store } = await openStore({ redisUrl: url, dataDir: ':memory:' }, clock, silent);
	return sessionsOn(store, keys, clock);
}
