import sharp from 'sharp';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createDecoder, type DecodeJob, DecoderEndedError } from '../../../src/bff/images/decoder.ts';
import { plainPng } from './colors.ts';

const image = () => plainPng('#a33', 1_500, 1_500);

const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

const noProcess = () => vi.waitFor(() => expect(processes()).toBe(0), 10_000);

/** The previous test file may have left a process in this worker. */
beforeEach(noProcess);

function decoderFor(...limits: Parameters<typeof createDecoder>) {
	const decoder = createDecoder(...limits);
	onTestFinished(() => decoder.close());
	return decoder;
}

it('decoding that takes too long is aborted, and its process is replaced', async () => {
	const decoder = decoderFor({ killSeconds: 0 });
	await expect(decoder.run({ bytes: await image(), width: 96 })).rejects.toThrow('ended with SIGKILL');
	expect(processes()).toBe(1);
});

const poster = { isPlaceholder: false, tint: '#c00000', title: '', when: '', place: '' };
const agenda = {
	wordmark: ['Day', 'bill'] as const,
	logo: null,
	colors: { paper: '#ffffff', ink: '#000000', accent: '#b3240f' },
	isMirrored: false,
	heading: 'My weekend',
	events: ['no image', 'nor this'].map((text) => ({ ...poster, poster: Buffer.from(text) })),
};

it.each<[string, DecodeJob]>([
	['image', { bytes: Buffer.from('no image'), width: 96 }],
	['poster of several', { agenda }],
])('a broken %s does not stop the process, and the next image is decoded', async (_, job) => {
	const decoder = decoderFor({ atOnce: 1 });
	await expect(decoder.run(job)).rejects.not.toBeInstanceOf(DecoderEndedError);
	const running = processes();
	const { format, width } = await sharp(await decoder.run({ bytes: await image(), width: 96 })).metadata();
	expect({ format, width }).toEqual({ format: 'webp', width: 96 });
	expect(processes()).toBe(running);
});

it('three images are decoded at a time; when too many wait, the next is rejected', async () => {
	const decoder = decoderFor({ waiting: 2 });
	const file = await image();
	const results = await Promise.allSettled(
		Array.from({ length: 6 }, () => decoder.run({ bytes: file, width: 96 })),
	);
	expect(results.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected']);
	expect(results[5]).toMatchObject({ reason: { problem: { reason: 'overloaded' } } });
	expect(processes()).toBe(3);
});
