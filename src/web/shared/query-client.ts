import {
	MutationCache,
	onlineManager,
	QueryCache,
	QueryClient,
	type QueryPersister,
} from '@tanstack/react-query';
import { NetworkError, ProblemError } from './errors.ts';
import { isOffline } from './online.ts';
import { endSessionIfOver } from './session/session-changes.ts';

declare module '@tanstack/react-query' {
	interface Register {
		queryMeta: {
			/** If the query's data is missing, the server doesn't render the page. */
			isPageContent?: boolean;
		};
	}
}

/** Each call counts against an hourly budget. */
export const staleTimeMs = 60_000;

const isTimeout = ({ cause }: NetworkError) => cause instanceof DOMException && cause.name === 'TimeoutError';

/** Offline queries are not retried: they refetch on reconnect. Nor are those that waited long enough. */
export function isTransient(error: Error): boolean {
	if (error instanceof NetworkError) return error.wasSent && !isTimeout(error);
	if (!(error instanceof ProblemError)) return false;
	const { status, reason } = error.problem;
	return status >= 502 && reason !== 'service_rejected' && reason !== 'calls_reserved';
}

/** Network first; saved data if the server is unreachable. */
const persister: QueryPersister<unknown> = async (queryFn, context, query) => {
	try {
		return await queryFn(context);
	} catch (error) {
		if (!(error instanceof NetworkError) || query.state.data !== undefined) throw error;
		// If this code or the storage is also missing, shows the network error.
		const saved = await import('./saved-queries.ts')
			.then(({ readSaved }) => readSaved(query))
			.catch(() => undefined);
		if (saved === undefined) throw error;
		return saved;
	}
};

export function createQueryClient(): QueryClient {
	// `onlineManager` initially assumes the browser is online, so a page opened offline would miss the reconnect.
	onlineManager.setOnline(!isOffline());
	const client: QueryClient = new QueryClient({
		queryCache: new QueryCache({ onError: (error) => void endSessionIfOver(client, error, true) }),
		mutationCache: new MutationCache({
			// Not `onError`, which runs before the mutation's own rollback.
			onSettled: (_data, error) => void endSessionIfOver(client, error, false),
		}),
		defaultOptions: {
			queries: {
				persister,
				staleTime: staleTimeMs,
				retry: (failures, error) => failures < 2 && isTransient(error),
				refetchOnWindowFocus: false,
				// When offline, shows saved data or an error instead of pausing.
				networkMode: 'always',
				refetchOnReconnect: true,
				gcTime: 10 * 60_000,
				// Initial data is part of the HTML. Queries use it again after their garbage collection.
				initialDataUpdatedAt: Date.now(),
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
	return client;
}
