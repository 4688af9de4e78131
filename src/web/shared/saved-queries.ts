/** Saves queries in IndexedDB, keyed by session. Loaded when the browser is idle, or after a failed call. */
import { hashKey, matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';
import { sessionEpoch, sessionQuery, unsavedKey } from './session/session-queries.ts';
import { browserStorage, sessionKey } from './storage.ts';

/** Increment when the shape of the data changes, or when data must no longer be saved. */
const version = '6';
const maxAgeMs = 14 * 86_400_000;

interface SavedQuery {
	version: string;
	data: unknown;
	dataUpdatedAt: number;
}

const store = createStore('daybill', 'queries');
const sessionHash = hashKey(sessionQuery.queryKey);

const keyOf = ({ queryHash }: Pick<Query, 'queryHash'>, epoch: string | null) =>
	`${epoch ?? 'public'}-${queryHash}`;

const isUsable = (saved: SavedQuery): boolean =>
	saved.version === version && Date.now() - saved.dataUpdatedAt <= maxAgeMs;

async function removeUnusable(): Promise<void> {
	const saved = await entries<string, SavedQuery>(store);
	const keys = saved.filter(([, query]) => !isUsable(query)).map(([key]) => key);
	await delMany(keys, store);
}

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
		const { data, dataUpdatedAt } = query.state;
		if (data === undefined || browserStorage.read(sessionKey) !== epoch) return;
		set(keyOf(query, epoch), { version, data, dataUpdatedAt } satisfies SavedQuery, store).catch(
			ignoreBlocked,
		);
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
	removeUnusable().catch(ignoreBlocked);
}

/** Removes the saved queries of all sessions. */
export const clearSaved = (): Promise<void> => clear(store);

/** A query's saved data; undefined if there is none. */
export async function readSaved(query: Query): Promise<unknown> {
	const saved = await get<SavedQuery>(keyOf(query, browserStorage.read(sessionKey)), store);
	if (saved === undefined || !isUsable(saved)) return undefined;
	// The query stores the returned data as current; this then sets its true age.
	setTimeout(() => query.setState({ dataUpdatedAt: saved.dataUpdatedAt, isInvalidated: true }));
	return saved.data;
}
