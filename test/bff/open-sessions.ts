/** Sessions with a store of their own, for tests and other programs. */
import { createEncryption } from '../../src/bff/session/encryption.ts';
import { createSessionStore, type SessionStore } from '../../src/bff/session/session-store.ts';
import type { Store } from '../../src/bff/store/store.ts';

export type OpenedSessions = SessionStore & Pick<Store, 'close'>;

/** Sessions on an existing store; closing them closes the store. */
export const sessionsOn = (store: Store, keys: readonly string[], clock = Date.now): OpenedSessions => ({
	...createSessionStore(store, createEncryption(keys), clock),
	close: store.close,
});

const tokens = {
	accessToken: 'the-access-token',
	refreshToken: 'the-refresh-token',
	expiresIn: 60,
	receivedAt: 5,
};
export const session = { userId: '42', scope: 'event_basic_r', tokens };
