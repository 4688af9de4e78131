import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeBody } from '../../../src/bff/reads/encoded-body.ts';

const response = { body: 'x'.repeat(2_000) };

describe('the encoding of a response (RFC 9110 §12.5.3)', () => {
	it.each([
		['gzip, deflate, br, zstd', 'br'],
		['gzip', 'gzip'],
		['br;q=0, gzip', 'gzip'],
		['br;q=0, gzip;q=0', 'identity'],
		['*', 'br'],
		['*;q=0', 'identity'],
		['brotli', 'identity'],
		['', 'identity'],
		[undefined, 'identity'],
	])('for Accept-Encoding %s is %s', async (acceptEncoding, encoding) => {
		expect((await encodeBody(response, acceptEncoding)).encoding).toBe(encoding);
	});

	it('is identity for a short body', async () => {
		expect((await encodeBody({ body: '{}' }, 'br')).encoding).toBe('identity');
	});
});

describe('the bytes of a response', () => {
	const text = JSON.stringify(
		Array.from({ length: 400 }, (_, index) => ({ id: index * 7_919, name: `中 event ${index % 13}` })),
	);

	it('are its body in UTF-8, in the encoding that was chosen', async () => {
		const shown = { body: text };
		const bytesFor = async (accepted: string) => (await encodeBody(shown, accepted)).bytes;
		expect(brotliDecompressSync(await bytesFor('br')).toString()).toBe(text);
		expect(gunzipSync(await bytesFor('gzip')).toString()).toBe(text);
		expect((await bytesFor('identity')).toString()).toBe(text);
	});

	it('are compressed with a quality that costs little, and smaller once they are sent often', async () => {
		const shown = { body: text };
		const compressed = (quality: number, windowBits: number) =>
			brotliCompressSync(text, {
				params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
			});
		const [atOnce, smallest] = [compressed(9, 16), compressed(11, 18)];
		const sent = async () => (await encodeBody(shown, 'br')).bytes;
		expect((await sent()).equals(atOnce)).toBe(true);
		expect(smallest.length).toBeLessThan(atOnce.length);
		await expect.poll(async () => (await sent()).equals(smallest)).toBe(true);
	});

	it('are encoded once for a response and an encoding', async () => {
		const shown = { body: text };
		for (const accepted of ['br', 'gzip', 'identity']) {
			const [first, again] = [await encodeBody(shown, accepted), await encodeBody(shown, accepted)];
			expect(again.bytes).toBe(first.bytes);
			expect((await encodeBody({ ...shown }, accepted)).bytes).not.toBe(first.bytes);
		}
	});

	it('are compressed from 1,024 characters on', async () => {
		const encodingOf = async (length: number) =>
			(await encodeBody({ body: 'x'.repeat(length) }, 'gzip')).encoding;
		expect([await encodingOf(1_023), await encodingOf(1_024)]).toEqual(['identity', 'gzip']);
	});
});
