import { describe, expect, it } from 'vitest';
import { createDocumentCache } from '../../../src/bff/feeds/document-cache.ts';
import { ProblemError } from '../../../src/bff/http/problem.ts';
import { encodeBody } from '../../../src/bff/reads/encoded-body.ts';
import { heapGrowth } from '../heap-growth.ts';

const mega = 1024 * 1024;

/** A cache of documents that take `length` bytes, and the names of those that were written. */
function startCache({ length = 10, maxBytes = mega, problem = 0 } = {}) {
	const state = { now: Date.parse('2026-11-20T12:00:00Z'), fails: false };
	const written: string[] = [];
	const cache = createDocumentCache<{ name: string }>({
		maxBytes,
		lifetimes: { document: 1_000, problem },
		clock: () => state.now,
		async write({ name }) {
			written.push(name);
			await Promise.resolve();
			if (state.fails) throw new ProblemError('service_unreachable', 'away');
			return Buffer.alloc(length, 'd').toString('utf16le') + name;
		},
	});
	return { state, written, get: (name: string) => cache.get(name, { name }) };
}

describe('documents that were written', () => {
	it.each([
		['large', 500_000],
		['of a few bytes', 2],
	])(
		'are kept up to a number of bytes, also when they are %s, and the oldest are written again',
		async (_what, length) => {
			const maxBytes = 4 * mega;
			const { written, get } = startCache({ length, maxBytes });
			const count = Math.ceil((3 * maxBytes) / (3 * length + 2_048));
			const grown = await heapGrowth(async () => {
				for (let index = 0; index < count; index++)
					for (const encoding of ['br', 'identity'])
						await encodeBody(await get(`document ${index}`), encoding);
				written.length = 0;
			});
			expect(grown).toBeLessThan(2 * maxBytes);
			await get(`document ${count - 1}`);
			expect(written).toEqual([]);
			await get('document 0');
			expect(written).toEqual(['document 0']);
		},
	);

	it('are written once for requests at the same time, and again after their lifetime', async () => {
		const { state, written, get } = startCache();
		await Promise.all(Array.from({ length: 60 }, () => get('one')));
		expect(written).toEqual(['one']);
		state.now += 1_001;
		await get('one');
		expect(written).toEqual(['one', 'one']);
	});

	it.each([
		['not kept where problems have no lifetime', 0, 2],
		['kept for theirs where they have one', 500, 1],
	])('have their problems %s', async (_what, problem, times) => {
		const { state, written, get } = startCache({ problem });
		state.fails = true;
		await expect(get('one')).rejects.toThrow('away');
		await expect(get('one')).rejects.toThrow('away');
		expect(written).toHaveLength(times);
		state.now += 501;
		state.fails = false;
		expect((await get('one')).body).toContain('one');
	});
});
