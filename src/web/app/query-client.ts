/** The query client's rules: what is tried again, and for how long an answer is kept. */
import { QueryClient } from '@tanstack/react-query';
import { NetworkError, ProblemError } from '../service/errors.ts';

/** Only what may pass by itself is tried again: the network, and a service that cannot be reached. */
function isPassing(error: Error): boolean {
	return error instanceof NetworkError || (error instanceof ProblemError && error.problem.status >= 502);
}

export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				retry: (failures, error) => failures < 2 && isPassing(error),
				refetchOnWindowFocus: false,
				gcTime: 10 * 60_000,
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
}
