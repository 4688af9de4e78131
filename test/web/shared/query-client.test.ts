import { expect, it, vi } from 'vitest';
import { NetworkError, ProblemError } from '../../../src/web/shared/errors.ts';
import { createQueryClient, staleTimeMs } from '../../../src/web/shared/query-client.ts';

const problem = (reason: 'service_unreachable' | 'service_rejected') =>
	new ProblemError({ type: 'about:blank', title: '', status: 502, detail: '', reason });

it.each([
	['gets no response', new NetworkError(new Error('lost'), true), 3],
	['is not sent, because the browser is offline', new NetworkError(new Error('lost'), false), 1],
	['fails because the service is unreachable', problem('service_unreachable'), 3],
	['fails because the service rejects it', problem('service_rejected'), 1],
])('a read that %s is attempted as often as that can help', async (_what, error, times) => {
	const client = createQueryClient();
	const read = vi.fn(() => Promise.reject(error));
	await expect(client.fetchQuery({ queryKey: ['events'], queryFn: read, retryDelay: 1 })).rejects.toThrow();
	expect(read).toHaveBeenCalledTimes(times);
	client.clear();
});

it('data of the HTML is as old as the page, also for a query that is created again later', () => {
	vi.useFakeTimers();
	const client = createQueryClient();
	vi.advanceTimersByTime(2 * staleTimeMs);
	const options = client.defaultQueryOptions({ queryKey: ['events'], initialData: 'of the HTML' });
	expect(client.getQueryCache().build(client, options).isStaleByTime(staleTimeMs)).toBe(true);
});
