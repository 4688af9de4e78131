/** The rules of the query client: what is retried, and how long responses are kept. */
import { onlineManager, QueryClient, type QueryPersister } from '@tanstack/react-query';
import { NetworkError, ProblemError } from './errors.ts';
import { isOffline } from './online.ts';

declare module '@tanstack/react-query' {
	interface Register {
		queryMeta: {
			/** Without its data a page has nothing to show, so the server does not render it. */
			isPageContent?: boolean;
		};
	}
}

/**
 * Only what may pass by itself is retried: the network, and a service that cannot be reached. A browser that knows that it is
 * offline reads again when it is back.
 */
function isPassing(error: Error): boolean {
	if (error instanceof NetworkError) return error.wasSent;
	if (!(error instanceof ProblemError)) return false;
	const { status, reason } = error.problem;
	return status >= 502 && reason !== 'service_rejected';
}

/** The network first; what was saved where the server cannot be reached. */
const persister: QueryPersister<unknown> = async (queryFn, context, query) => {
	try {
		return await queryFn(context);
	} catch (error) {
		if (!(error instanceof NetworkError) || query.state.data !== undefined) throw error;
		// Where its code or the storage is missing too, the network's error is the one to show.
		const saved = await import('./saved-queries.ts')
			.then(({ readSaved }) => readSaved(query))
			.catch(() => undefined);
		if (saved === undefined) throw error;
		return saved;
	}
};

export function createQueryClient(): QueryClient {
	// It takes every page for online until it hears otherwise, and would not notice that one which was opened offline is back.
	if (isOffline()) onlineManager.setOnline(false);
	return new QueryClient({
		defaultOptions: {
			queries: {
				persister,
				retry: (failures, error) => failures < 2 && isPassing(error),
				refetchOnWindowFocus: false,
				// Without a network saved data are shown, and else people are told, in place of waiting for it.
				networkMode: 'always',
				refetchOnReconnect: true,
				gcTime: 10 * 60_000,
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
}
