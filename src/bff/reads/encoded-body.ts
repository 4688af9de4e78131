/**
 * Bodies that are kept, as they go over the wire: encoded and compressed once, not once per request. What is sent often is
 * compressed once more, as small as it gets.
 */
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** In the order in which they are preferred among those that the client accepts. */
const compressions = ['br', 'gzip'] as const;
type Encoding = (typeof compressions)[number] | 'identity';

const brotliOptions = (quality: number, windowBits: number): BrotliOptions => ({
	params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
});
/** 1 to 2 ms for a page. With a window of 64 KB, quality 9 costs no more than 5 does with a larger one, and sends 2 to 4 % less. */
export const brotliAtOnce = brotliOptions(9, 16);
/** Another 6 % less, for 100 to 150 ms: a city's front page then fits into what a connection sends at once. */
const brotliSmallest = brotliOptions(constants.BROTLI_MAX_QUALITY, 18);
/** Number of responses from which on a body is worth its smallest form: many are asked for once. */
const manyTimes = 2;
/** Share of one core that making smallest forms may take, in each process. */
const shareOfCore = 0.1;

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

interface Forms {
	bytes: Map<Encoding, Promise<Buffer>>;
	/** Number of times that Brotli was asked for, until its smallest form is being made. */
	uses: number;
}

const formsOf = new WeakMap<Kept, Forms>();

const encoders: Record<Encoding, (body: string) => Promise<Buffer>> = {
	br: (body) => promisify(brotliCompress)(body, brotliAtOnce),
	gzip: (body) => promisify(gzip)(body),
	identity: async (body) => Buffer.from(body),
};

/** When the next smallest form may be made, as `performance.now` has it. */
let nextAt = 0;

/** Makes the smallest form of a body that is sent often, beside other work: in a thread of its own, one at a time. */
async function makeSmaller({ body }: Kept, forms: Forms): Promise<void> {
	if (++forms.uses < manyTimes) return;
	const begin = performance.now();
	if (begin < nextAt) return;
	nextAt = Number.POSITIVE_INFINITY;
	forms.uses = Number.NEGATIVE_INFINITY;
	const bytes = await promisify(brotliCompress)(body, brotliSmallest).finally(() => {
		const end = performance.now();
		nextAt = end + (end - begin) * (1 / shareOfCore - 1);
	});
	forms.bytes.set('br', Promise.resolve(bytes));
}

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
	const forms = formsOf.get(kept) ?? { bytes: new Map(), uses: 0 };
	formsOf.set(kept, forms);
	const bytes = forms.bytes.get(encoding) ?? encoders[encoding](kept.body);
	forms.bytes.set(encoding, bytes);
	if (encoding === 'br') makeSmaller(kept, forms).catch(() => undefined);
	return { encoding, bytes: await bytes };
}
