import { beforeEach, expect, it, vi } from 'vitest';
import { type createDecoder, type DecodeJob, DecoderEndedError } from '../../../src/bff/images/decoder.ts';
import { respondTo } from '../fake-service.ts';
import { startSignedBff } from './signed-bff.ts';

const held = vi.hoisted(() => ({ isHolding: true, decoding: [] as Decoding[] }));

interface Decoding {
	file: string;
	end(): void;
	fail(error: Error): void;
}

vi.mock('../../../src/bff/images/decoder.ts', async (original) => ({
	...(await original<object>()),
	createDecoder: (): ReturnType<typeof createDecoder> => ({
		run: (job: DecodeJob) =>
			new Promise((resolve, reject) => {
				const file = 'bytes' in job ? Buffer.from(job.bytes).toString() : 'card';
				const end = () => resolve(Buffer.from('image'));
				held.decoding.push({ file, end, fail: reject });
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
	service.handler = respondTo('/image', (response, { url }) => response.end(url));
	const load = (source: string, visitor: string) => bff.statusFor(visitor, pathOf(source));
	const files = () => held.decoding.map(({ file }) => file);
	/** @param only sends just this file; by default all files, and later ones at once */
	const finish = (only?: string) => {
		held.isHolding = only !== undefined;
		for (const { file, end } of held.decoding) if (only === undefined || file === only) end();
	};
	return { bff, load, fetched, files, finish };
}

it('one image per visitor is decoded at a time, and those that wait do not occupy their host’s fetch slots', async () => {
	const { load, fetched, files, finish } = await start();
	const slow = [1, 2].flatMap((visitor) =>
		[1, 2, 3, 4].map((image) => load(`/image-${visitor}-${image}`, `203.0.113.${visitor}`)),
	);
	await expect.poll(() => fetched().length).toBe(8);
	await expect.poll(() => files().length).toBe(2);
	const other = load('/image-other', '203.0.113.9');
	await expect.poll(files).toContain('/image-other');
	finish('/image-other');
	expect(await other).toBe(200);
	expect(files()).toHaveLength(3);
	finish();
	expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
});

it('an image that is too slow to decode is retried after two minutes, a broken one after 30 seconds', async () => {
	const { bff, load, fetched, files } = await start();
	let passedMs = 0;
	const now = performance.now.bind(performance);
	vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
	const fail = async (source: string, error: Error) => {
		const status = load(source, '203.0.113.1');
		await expect.poll(files).toContain(source);
		held.decoding.find(({ file }) => file === source)?.fail(error);
		expect(await status).toBe(404);
	};
	await fail('/image-slow', new DecoderEndedError('too slow'));
	await fail('/image-broken', new Error('broken'));
	held.isHolding = false;
	passedMs += 40_000;
	expect(await load('/image-slow', '203.0.113.2')).toBe(404);
	expect(await load('/image-broken', '203.0.113.2')).toBe(200);
	expect(fetched()).toEqual(['/image-slow', '/image-broken', '/image-broken']);
	passedMs += 120_000;
	expect(await load('/image-slow', '203.0.113.2')).toBe(200);
	expect(bff.log.join()).toContain('too slow');
});
