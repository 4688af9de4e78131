import { constants } from 'node:zlib';

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

/**
 * For documents that are kept. Quality 10 takes 30 ms per page, in another thread, and saves 7 %: then a page fits in a
 * connection's first round trip. Longer documents, such as feeds, take more round trips with either.
 */
export const keptOptions = ({ length }: string) => (length < 100_000 ? brotli(10) : brotliOptions);

export const compression = {
	encodings: ['br' as const, 'gzip' as const],
	threshold: 1024,
	brotliOptions,
};
