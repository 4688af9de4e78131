import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = (quality: number) => ({
	params: {
		[constants.BROTLI_PARAM_QUALITY]: quality,
		[constants.BROTLI_PARAM_LGWIN]: 16,
		// Suits the distances between repeated cards.
		[constants.BROTLI_PARAM_NPOSTFIX]: 3,
	},
});

/** 1 to 2 ms per page: quality 9 with a 64 KB window is as fast as 5 with a larger one, and smaller. */
const brotliOptions = brotli(9);

const compress = promisify(brotliCompress);

/** Bytes that a connection carries in its first round trip, without a page's headers. */
const firstRoundTrip = 13_500;

/**
 * For documents that are kept. Quality 10 takes 30 ms per page, in another thread, and saves 7 %: then a page fits in a
 * connection's first round trip. If it nearly does, quality 11 takes 70 ms and saves 2 % more. Longer documents, such as
 * feeds, take more round trips with either.
 */
export async function compressKept(body: string): Promise<Buffer> {
	if (body.length >= 100_000) return compress(body, brotliOptions);
	const usual = await compress(body, brotli(10));
	const mayFit = usual.length > 0.98 * firstRoundTrip && usual.length < 1.04 * firstRoundTrip;
	return mayFit ? compress(body, brotli(11)) : usual;
}

export const compression = {
	encodings: ['br' as const, 'gzip' as const],
	threshold: 1024,
	brotliOptions,
};
