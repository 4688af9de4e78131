import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = (quality: number) => ({
	params: {
		[constants.BROTLI_PARAM_QUALITY]: quality,
		[constants.BROTLI_PARAM_LGWIN]: 16,
		// At quality 10, this saves 0.5% of a page.
		[constants.BROTLI_PARAM_NPOSTFIX]: 3,
	},
});

/** Takes 1 to 2 ms per page. Quality 9 with a window of 64 KB is as fast as 5 with a larger one, and saves more. */
const brotliOptions = brotli(9);

const compress = promisify(brotliCompress);

/** Bytes of a page that fit into a connection's first round trip, together with the headers. */
const firstRoundTrip = 13_500;

/**
 * Compresses a document that will be cached. Quality 10 takes 30 ms per page, in another thread, and saves 6%, so that
 * most pages fit into a connection's first round trip. If one nearly fits, quality 11 takes 70 ms and saves 1.5% more.
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
	// Two kilobytes of a request's body could decompress to a gigabyte, before `bodyLimit` applies.
	globalDecompression: false,
};
