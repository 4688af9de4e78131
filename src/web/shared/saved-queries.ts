/** Saves queries in IndexedDB, keyed by session. Loaded when the browser is idle, or after a failed call. */
import {
	experimental_createQueryPersister as createQueryPersister,
	type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { hashKey, matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import { del, entries, get, set } from 'idb-keyval';
import { sessionEpoch } from './session/session-changes.ts';
import { openQueryStore } from './session/session-data.ts';
import { sessionQuery, unsavedKey } from './session/session-queries.ts';
import { browserStorage, sessionKey } from './storage.ts';

/** Increment when the shape of the data changes, or when data must no longer be saved. */
const version = '4';
const maxAgeMs = 14 * 86_400_000;

const store = openQueryStore();
const sessionHash = hashKey(sessionQuery.queryKey);

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

/** `setState` sets the time of restored data. */
const savedActions: readonly string[] = ['success', 'setState'];

/** Ignores blocked storage: the app works without saved queries. */
function ignoreBlocked(error: unknown): undefined {
	if (!(error instanceof DOMException)) throw error;
}

/** Saves current and future queries, each for the session in which it was read. */
export function saveQueries(client: QueryClient): void {
	const cache = client.getQueryCache();
	const save = (query: Query) => {
		if (matchQuery({ queryKey: unsavedKey }, query)) return;
		const epoch = sessionEpoch(client);
		// Skipped before the session is known, and after another tab has ended it.
		if (query.state.data === undefined || browserStorage.read(sessionKey) !== epoch) return;
		persisterOf(epoch).persistQuery(query).catch(ignoreBlocked);
	};
	const saveAll = () => cache.getAll().forEach(save);
	cache.subscribe((event) => {
		if (event.type !== 'added' && (event.type !== 'updated' || !savedActions.includes(event.action.type)))
			return;
		// Runs after the session provider has stored the new epoch.
		if (event.query.queryHash === sessionHash) setTimeout(saveAll);
		else save(event.query);
	});
	saveAll();
	persisterOf(sessionEpoch(client)).persisterGc().catch(ignoreBlocked);
}

export const readSaved = (query: Query): Promise<unknown> =>
	persisterOf(browserStorage.read(sessionKey)).retrieveQuery(query.queryHash, ({ state }) =>
		query.setState({ dataUpdatedAt: state.dataUpdatedAt, isInvalidated: true }),
	);
