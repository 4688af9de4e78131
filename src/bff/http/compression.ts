/** Compression of responses, as @fastify/compress and the finished pages use it. */
import { constants } from 'node:zlib';

/** 1 to 2 ms for a page. With a window of 64 KB, quality 9 costs no more than 5 does with a larger one, and sends less. */
export const brotliOptions = {
	params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

export const compression = {
	encodings: ['br' as const, 'gzip' as const],
	threshold: 1024,
	brotliOptions,
};
