import { constants } from 'node:zlib';

/** 1 to 2 ms per page: quality 9 with a 64 KB window is as fast as 5 with a larger one, and smaller. */
export const brotliOptions = {
	params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

export const compression = {
	encodings: ['br' as const, 'gzip' as const],
	threshold: 1024,
	brotliOptions,
};
