/** Bodies that are kept, as they go over the wire: encoded and compressed once, not once per request. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** In the order in which they are preferred among those that the client accepts. */
const compressions = ['br', 'gzip'] as const;
type Encoding = (typeof compressions)[number] | 'identity';

/** Brotli's quality: 5 costs a few milliseconds for a list and is within a few per cent of the slowest. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Bytes below which compression is not worth a header. */
const threshold = 1_024;

function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding {
	if (acceptEncoding === undefined || bytes < threshold) return 'identity';
	const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(compressions);
	return compressions.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** What is kept: a cached response, or a document. */
interface Kept {
	readonly body: string;
}

const encoded = new WeakMap<Kept, Map<Encoding, Promise<Buffer>>>();

const encoders: Record<Encoding, (body: string) => Promise<Buffer>> = {
	br: (body) => promisify(brotliCompress)(body, brotliOptions),
	gzip: (body) => promisify(gzip)(body),
	identity: async (body) => Buffer.from(body),
};

/**
 * A body in an encoding that the client accepts.
 *
 * @param acceptEncoding value of the request's Accept-Encoding
 */
export async function encodeBody(
	kept: Kept,
	acceptEncoding: string | undefined,
): Promise<{ encoding: Encoding; bytes: Buffer }> {
	const encoding = chooseEncoding(acceptEncoding, kept.body.length);
	const known = encoded.get(kept) ?? new Map<Encoding, Promise<Buffer>>();
	encoded.set(kept, known);
	const bytes = known.get(encoding) ?? encoders[encoding](kept.body);
	known.set(encoding, bytes);
	return { encoding, bytes: await bytes };
}
