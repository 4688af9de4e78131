import { describe, expect, it, vi } from 'vitest';
import { NetworkError, ProblemError } from '../../../src/web/shared/errors.ts';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';

describe('a read that gets no response', () => {
	it.each([
		['three times, when it was sent', true, 3],
		['once, when the browser is offline', false, 1],
	])('is attempted %s', async (_how, wasSent, times) => {
		const client = createQueryClient();
		const read = vi.fn(() => Promise.reject(new NetworkError(new Error('lost'), wasSent)));
		await expect(client.fetchQuery({ queryKey: ['events'], queryFn: read, retryDelay: 1 })).rejects.toThrow();
		expect(read).toHaveBeenCalledTimes(times);
		client.clear();
	});
});

it.each([
	['service_unreachable', 3],
	['service_rejected', 1],
] as const)(
	'a read that fails with %s is attempted %d times: only transient errors are retried',
	async (reason, times) => {
		const client = createQueryClient();
		const error = new ProblemError({ type: 'about:blank', title: '', status: 502, detail: '', reason });
		const read = vi.fn(() => Promise.reject(error));
		await expect(client.fetchQuery({ queryKey: ['events'], queryFn: read, retryDelay: 1 })).rejects.toThrow();
		expect(read).toHaveBeenCalledTimes(times);
		client.clear();
	},
);
