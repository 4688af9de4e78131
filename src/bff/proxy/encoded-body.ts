/** Bodies of cached answers as they go over the wire: encoded and compressed once, not once for every reader. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CachedAnswer } from './shared-cache.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli's quality: 5 costs a few milliseconds for a list and is within a few per cent of the slowest. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Bytes below which compression is not worth a header. */
const threshold = 1_024;

/** @param acceptEncoding the request's header; an encoding with q=0 is not asked for by any browser and not honoured */
function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding {
	if (acceptEncoding === undefined || bytes < threshold) return 'identity';
	if (/\bbr\b/.test(acceptEncoding)) return 'br';
	return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity';
}

const encoded = new WeakMap<CachedAnswer, Map<Encoding, Promise<Buffer>>>();

const encoders: Record<Encoding, (body: string) => Promise<Buffer>> = {
	br: (body) => promisify(brotliCompress)(body, brotliOptions),
	gzip: (body) => promisify(gzip)(body),
	identity: async (body) => Buffer.from(body),
};

/** The body of an answer in an encoding that the reader takes. */
export async function encodeBody(
	answer: CachedAnswer,
	acceptEncoding: string | undefined,
): Promise<{ encoding: Encoding; bytes: Buffer }> {
	const encoding = chooseEncoding(acceptEncoding, answer.body.length);
	const known = encoded.get(answer) ?? new Map<Encoding, Promise<Buffer>>();
	encoded.set(answer, known);
	const bytes = known.get(encoding) ?? encoders[encoding](answer.body);
	known.set(encoding, bytes);
	return { encoding, bytes: await bytes };
}
