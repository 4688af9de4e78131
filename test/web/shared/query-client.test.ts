import { describe, expect, it, vi } from 'vitest';
import { NetworkError } from '../../../src/web/shared/errors.ts';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';

describe('a read that gets no response', () => {
	it.each([
		['three times, when it was sent', true, 3],
		['once, when the browser is offline', false, 1],
	])('is tried %s', async (_how, wasSent, times) => {
		const client = createQueryClient();
		const read = vi.fn(() => Promise.reject(new NetworkError(new Error('lost'), wasSent)));
		await expect(client.fetchQuery({ queryKey: ['events'], queryFn: read, retryDelay: 1 })).rejects.toThrow();
		expect(read).toHaveBeenCalledTimes(times);
		client.clear();
	});
});
