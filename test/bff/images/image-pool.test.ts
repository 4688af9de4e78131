/** What one visitor's images leave to others, with a decoder whose images take until the test ends them. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { DecodeJob, Decoder } from '../../../src/bff/images/decoder.ts';
import { startSignedBff } from './signed-bff.ts';

const held = vi.hoisted(() => ({ isHolding: true, decoding: [] as { file: string; end(): void }[] }));

vi.mock('../../../src/bff/images/decoder.ts', () => ({
	createDecoder: (): Decoder => ({
		run: (job: DecodeJob) =>
			new Promise((resolve) => {
				const file = 'bytes' in job ? Buffer.from(job.bytes).toString() : 'card';
				const end = () => resolve(Buffer.from('image'));
				held.decoding.push({ file, end });
				if (!held.isHolding) end();
			}),
		close: () => undefined,
	}),
}));

beforeEach(() => {
	Object.assign(held, { isHolding: true, decoding: [] });
});

/** A BFF in front of a service whose images contain their own path. */
async function start() {
	const { bff, service, pathOf, fetched } = await startSignedBff({
		visitorLimits: { perAddress: 1_000, perSession: 1_000 },
		trustProxy: ['127.0.0.1'],
	});
	service.handler = ({ url }, response) => {
		if (!url.startsWith('/image')) return;
		response.writeHead(200).end(url);
		return true;
	};
	const load = async (source: string, visitor: string) =>
		(await fetch(`${bff.origin}${pathOf(source)}`, { headers: { 'X-Forwarded-For': visitor } })).status;
	const files = () => held.decoding.map(({ file }) => file);
	/** @param only this one; otherwise all, also later ones */
	const finish = (only?: string) => {
		held.isHolding = only !== undefined;
		for (const { file, end } of held.decoding) if (only === undefined || file === only) end();
	};
	return { load, fetched, files, finish };
}

it('two images of a visitor are decoded at once, and one more of another visitor', async () => {
	const { load, fetched, files, finish } = await start();
	const slow = [1, 2, 3, 4].map((image) => load(`/image-${image}`, '203.0.113.1'));
	await expect.poll(() => fetched().length).toBe(4);
	const other = load('/image-other', '203.0.113.2');
	await expect.poll(files).toContain('/image-other');
	finish('/image-other');
	expect(await other).toBe(200);
	expect(files()).toHaveLength(3);
	finish();
	expect(await Promise.all(slow)).toEqual([200, 200, 200, 200]);
});

it('images that are decoded or wait for it leave the places of their host to others', async () => {
	const { load, fetched, files, finish } = await start();
	const slow = [1, 2, 3].flatMap((visitor) =>
		[1, 2, 3, 4].map((image) => load(`/image-${visitor}-${image}`, `203.0.113.${visitor}`)),
	);
	await expect.poll(() => fetched().length).toBe(12);
	const other = load('/image-other', '203.0.113.9');
	await expect.poll(files).toContain('/image-other');
	finish();
	expect(await other).toBe(200);
	expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
});
