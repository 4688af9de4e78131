/**
 * What was read, in IndexedDB, for times without a network: TanStack Query's persister, keyed by session. Loaded when the
 * browser is idle, and when a call has failed.
 */
import {
	experimental_createQueryPersister as createQueryPersister,
	type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { del, entries, get, set } from 'idb-keyval';
import { sessionEpoch } from './session/session-changes.ts';
import { openQueryStore } from './session/session-data.ts';
import { sessionQueries } from './session/session-queries.ts';
import { browserStorage, sessionKey } from './storage.ts';

/** Changes with the shape of what is read: queries of other versions are dropped. */
const version = '1';
const maxAgeMs = 14 * 86_400_000;

const store = openQueryStore();
const sessionHash = hashKey(sessionQueries.current.queryKey);

/** @param epoch of a session; null for none */
const persisterOf = (epoch: string | null) =>
	createQueryPersister<PersistedQuery>({
		storage: {
			getItem: (key) => get<PersistedQuery>(key, store),
			setItem: (key, value) => set(key, value, store),
			removeItem: (key) => del(key, store),
			entries: () => entries<string, PersistedQuery>(store),
		},
		serialize: (query) => query,
		deserialize: (query) => query,
		prefix: epoch ?? 'public',
		buster: version,
		maxAge: maxAgeMs,
	});

/** Where nothing can be stored, nothing can be read without a network. */
function ignoreBlocked(error: unknown): undefined {
	if (!(error instanceof DOMException)) throw error;
}

/** Saves what a client has and reads from now on, each for the session in which it was read. */
export function saveQueries(client: QueryClient): void {
	const cache = client.getQueryCache();
	const save = (query: Query) => {
		const epoch = sessionEpoch(client);
		// Not before it is known who is signed in, nor after another tab has ended the session and removed what was saved.
		if (query.state.data === undefined || browserStorage.read(sessionKey) !== epoch) return;
		persisterOf(epoch).persistQuery(query).catch(ignoreBlocked);
	};
	const saveAll = () => cache.getAll().forEach(save);
	cache.subscribe((event) => {
		if (event.type !== 'added' && (event.type !== 'updated' || event.action.type !== 'success')) return;
		// Once the session provider has noted whose data these are.
		if (event.query.queryHash === sessionHash) setTimeout(saveAll);
		else save(event.query);
	});
	saveAll();
	persisterOf(sessionEpoch(client)).persisterGc().catch(ignoreBlocked);
}

/** The data of a query as they were saved in this session; undefined where they were not. */
export const readSaved = (query: Query): Promise<unknown> =>
	persisterOf(browserStorage.read(sessionKey)).retrieveQuery(query.queryHash, ({ state }) =>
		query.setState({ dataUpdatedAt: state.dataUpdatedAt }),
	);
