import { describe, expect, it, vi } from 'vitest';
import { NetworkError, ProblemError } from '../../../src/web/shared/errors.ts';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';

describe('what a mutation invalidates', () => {
	/** Starts a mutation that ends when the returned function is called. */
	function start(client: ReturnType<typeof createQueryClient>) {
		const gate = Promise.withResolvers<void>();
		const mutation = client.getMutationCache().build(client, {
			mutationKey: ['attendance', '7'],
			mutationFn: () => gate.promise,
			meta: { invalidates: [['events'], ['people']] },
		});
		const done = mutation.execute(undefined).catch(() => undefined);
		return { done, end: gate.resolve, fail: () => gate.reject(new Error('rejected')) };
	}
	const stale = (client: ReturnType<typeof createQueryClient>) =>
		client
			.getQueryCache()
			.getAll()
			.filter(({ state }) => state.isInvalidated)
			.map(({ queryKey }) => queryKey[0]);
	function startClient() {
		const client = createQueryClient();
		for (const group of ['events', 'people', 'locs']) client.setQueryData([group, '1'], 'data');
		return client;
	}

	it.each(['end', 'fail'] as const)('is what its meta names, once it is settled (%s)', async (how) => {
		const client = startClient();
		const mutation = start(client);
		expect(stale(client)).toEqual([]);
		mutation[how]();
		await mutation.done;
		expect(stale(client)).toEqual(['events', 'people']);
		client.clear();
	});

	it('is invalid once the last of several with one key is settled', async () => {
		const client = startClient();
		const [first, second] = [start(client), start(client)];
		first.end();
		await first.done;
		expect(stale(client)).toEqual([]);
		second.end();
		await second.done;
		expect(stale(client)).toEqual(['events', 'people']);
		client.clear();
	});
});

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

it.each([
	['service_unreachable', 3],
	['service_rejected', 1],
] as const)(
	'a read that fails with %s is tried %d times: only what passes by itself is repeated',
	async (reason, times) => {
		const client = createQueryClient();
		const error = new ProblemError({ type: 'about:blank', title: '', status: 502, detail: '', reason });
		const read = vi.fn(() => Promise.reject(error));
		await expect(client.fetchQuery({ queryKey: ['events'], queryFn: read, retryDelay: 1 })).rejects.toThrow();
		expect(read).toHaveBeenCalledTimes(times);
		client.clear();
	},
);
