import { constants } from 'node:zlib';

/** 1 to 2 ms per page. A 64 KB window makes quality 9 as fast as quality 5 with a larger one, and smaller. */
export const brotliOptions = {
	params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

export const compression = {
	encodings: ['br' as const, 'gzip' as const],
	threshold: 1024,
	brotliOptions,
};
