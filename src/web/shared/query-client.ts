/** The rules of the query client: what is retried, how long responses are kept, and what a mutation invalidates. */
import { MutationCache, onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { NetworkError, ProblemError } from './errors.ts';
import { isOffline } from './online.ts';

declare module '@tanstack/react-query' {
	interface Register {
		queryMeta: {
			/** Without its data a page has nothing to show, so the server does not render it. */
			isPageContent?: boolean;
		};
		mutationMeta: {
			/** Queries that are stale once the mutation is settled; of several with one key, once the last one is. */
			invalidates?: readonly QueryKey[];
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

export function createQueryClient(): QueryClient {
	// It takes every page for online until it hears otherwise, and would not notice that one which was opened offline is back.
	if (isOffline()) onlineManager.setOnline(false);
	const client: QueryClient = new QueryClient({
		mutationCache: new MutationCache({
			async onSettled(_data, _error, _variables, _result, { meta, options: { mutationKey } }) {
				const isLast = mutationKey === undefined || client.isMutating({ mutationKey }) <= 1;
				if (!isLast || meta?.invalidates === undefined) return;
				await Promise.all(meta.invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
			},
		}),
		defaultOptions: {
			queries: {
				retry: (failures, error) => failures < 2 && isPassing(error),
				refetchOnWindowFocus: false,
				// Without a network the worker may have a response, and else people are told, in place of waiting for it.
				networkMode: 'always',
				refetchOnReconnect: true,
				gcTime: 10 * 60_000,
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
	return client;
}
