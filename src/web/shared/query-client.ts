import { onlineManager, QueryClient, type QueryPersister } from '@tanstack/react-query';
import { NetworkError, ProblemError } from './errors.ts';
import { isOffline } from './online.ts';

declare module '@tanstack/react-query' {
	interface Register {
		queryMeta: {
			/** The server does not render a page that lacks its data. */
			isPageContent?: boolean;
		};
	}
}

/** Offline queries are not retried: they refetch on reconnect. */
function isTransient(error: Error): boolean {
	if (error instanceof NetworkError) return error.wasSent;
	if (!(error instanceof ProblemError)) return false;
	const { status, reason } = error.problem;
	return status >= 502 && reason !== 'service_rejected';
}

/** Network first; saved data if the server is unreachable. */
const persister: QueryPersister<unknown> = async (queryFn, context, query) => {
	try {
		return await queryFn(context);
	} catch (error) {
		if (!(error instanceof NetworkError) || query.state.data !== undefined) throw error;
		// If code or storage is missing too, show the network error.
		const saved = await import('./saved-queries.ts')
			.then(({ readSaved }) => readSaved(query))
			.catch(() => undefined);
		if (saved === undefined) throw error;
		return saved;
	}
};

export function createQueryClient(): QueryClient {
	// `onlineManager` assumes online at first, so a page opened offline would miss the reconnect.
	if (isOffline()) onlineManager.setOnline(false);
	return new QueryClient({
		defaultOptions: {
			queries: {
				persister,
				retry: (failures, error) => failures < 2 && isTransient(error),
				refetchOnWindowFocus: false,
				// Offline, shows saved data or an error instead of pausing.
				networkMode: 'always',
				refetchOnReconnect: true,
				gcTime: 10 * 60_000,
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
}
