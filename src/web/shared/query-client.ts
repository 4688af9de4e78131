import {
	MutationCache,
	onlineManager,
	type Query,
	QueryClient,
	type QueryFunction,
	type QueryFunctionContext,
	type QueryPersister,
} from '@tanstack/react-query';
import { isRateLimit, NetworkError, ProblemError } from './errors.ts';
import { isOffline } from './online.ts';
import { endSessionIfOver } from './session/session-queries.ts';

declare module '@tanstack/react-query' {
	interface Register {
		queryMeta: {
			/** If the query's data is missing, the server doesn't render the page. */
			isPageContent?: boolean;
		};
	}
}

/** Long, because each call counts against an hourly budget. */
export const staleTimeMs = 60_000;

const isTimeout = ({ cause }: NetworkError) => cause instanceof DOMException && cause.name === 'TimeoutError';

/** Whether to retry. Not while offline, because queries refetch on reconnect, nor after a timeout. */
export function isTransient(error: Error): boolean {
	if (error instanceof NetworkError) return error.wasSent && !isTimeout(error);
	if (!(error instanceof ProblemError) || isRateLimit(error)) return false;
	const { status, reason } = error.problem;
	return status >= 502 && reason !== 'service_rejected' && reason !== 'calls_reserved';
}

/** Longest wait for a response if there is saved data. */
const patienceMs = 3_000;
/** Interval of reads while saved data is shown. */
const readAgainMs = 15_000;

export const readSavedAgain = ({ state: { data, isInvalidated, error } }: Pick<Query, 'state'>) =>
	data !== undefined && isInvalidated && (error === null || error instanceof NetworkError)
		? readAgainMs
		: false;

/** Whether the server took longer than that, so that the service worker has opened the saved shell. */
function hasWaited(): boolean {
	const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
	return (page?.responseStart ?? 0) >= patienceMs;
}

/**
 * Reads from the network. If the session is over, fails only once the app is signed out, because an error's notice
 * offers something else to signed-in people.
 */
async function read(queryFn: QueryFunction, context: QueryFunctionContext): Promise<unknown> {
	try {
		return await queryFn(context);
	} catch (error) {
		await endSessionIfOver(context.client, error, true);
		throw error;
	}
}

/** Reads from the network. Returns saved data if the server is unreachable, or until it responds. */
const persister: QueryPersister<unknown> = async (queryFn, context, query) => {
	const { client } = context;
	const reading = read(queryFn, context);
	if (query.state.data !== undefined) return reading;
	const answer = reading.then(
		() => 'answered',
		(error: unknown) => (error instanceof NetworkError ? 'failed' : 'answered'),
	);
	const waited = new Promise((resolve) => setTimeout(resolve, hasWaited() ? 0 : patienceMs, 'late'));
	const outcome = await Promise.race([answer, waited]);
	if (outcome === 'answered') return reading;
	// If this code or the storage is also missing, shows the network error.
	const saved = await import('./saved-queries.ts')
		.then(({ readSaved }) => readSaved(query))
		.catch(() => undefined);
	if (saved === undefined) return reading;
	if (outcome === 'late')
		reading.then(
			// The end of a session removes its queries.
			(value) => client.getQueryCache().get(query.queryHash) === query && query.setData(value),
			async (error: unknown) => {
				if (!(error instanceof NetworkError))
					await client.refetchQueries({ queryKey: query.queryKey, exact: true });
			},
		);
	return saved;
};

export function createQueryClient(): QueryClient {
	// `onlineManager` initially assumes the browser is online, so a page opened offline would miss the reconnect.
	onlineManager.setOnline(!isOffline());
	const client: QueryClient = new QueryClient({
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
				refetchInterval: readSavedAgain,
				gcTime: 10 * 60_000,
				// When the page's data was read. A query uses it again after garbage collection, when it is no longer fresh.
				initialDataUpdatedAt: Date.now(),
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
	return client;
}
