/**
 * The pool for images: fetches files from other servers, and decodes and draws them, bounded in number, time and
 * bytes, and never from inside the network.
 */
import { bulkhead } from 'cockatiel';
import type { FastifyInstance } from 'fastify';
import { Agent, request } from 'undici';
import { createBulkheads, isOverloaded } from '../http/bulkheads.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import { currentVisitor } from '../upstream/visitor.ts';
import { judgeSource, publicLookup } from './allowed-source.ts';
import { createDecoder, type Decoder } from './decoder.ts';

/** One slow host, or one visitor with many images, leaves capacity for others. */
const limits = {
	all: { running: 8, waiting: 200 },
	host: { running: 5, waiting: 200 },
	visitor: { running: 4, waiting: 64 },
	drawing: { running: 1, waiting: 20 },
	patienceMs: 15_000,
};
const fetchLimits = { bytes: 10 * 1024 * 1024, ms: 10_000, connectMs: 5_000 };

/** After a temporary problem. */
export const retryAfterSeconds = 5;

const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500;

/** Error codes of undici and the system for a slow, unreachable or disconnecting server. */
const unreachable = /TIMEOUT|ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR_SOCKET/;

/** An image's server was slow, unreachable or out of order. Says nothing about the image. */
export class SourceUnavailableError extends Error {
	constructor(cause: unknown) {
		super("the image's server did not respond", { cause });
		this.name = 'SourceUnavailableError';
	}
}

export interface ImagePool {
	isAllowed(source: string): boolean;
	/**
	 * Runs the work of a request, a few of each visitor at once.
	 *
	 * @param work gets the patience of the whole request
	 * @throws ProblemError overloaded; as `work`
	 */
	forVisitor<Result>(work: (patience: AbortSignal) => Promise<Result>): Promise<Result>;
	/**
	 * Fetches an image file and passes it to `use`.
	 *
	 * @param patience ends the wait for a connection
	 * @throws an error of `isOverloaded`; SourceUnavailableError if the server may have the image later; Error
	 * for a forbidden URL, a status other than 200 or a file that is too large; as `use`
	 */
	load<Result>(
		source: string,
		patience: AbortSignal,
		use: (file: Buffer) => Promise<Result>,
	): Promise<Result>;
	/**
	 * Draws one image at a time, with what it loads: posters on a page, which share hosts and decoder, come first.
	 *
	 * @param patience ends the wait
	 * @throws an error of `isOverloaded`; as `work`
	 */
	draw<Result>(patience: AbortSignal, work: () => Promise<Result>): Promise<Result>;
	decoder: Decoder;
}

/** @param app closes the pool */
export function createImagePool(
	app: FastifyInstance,
	settings: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins' | 'visitorLimits'>,
	metrics: Pick<Metrics, 'image'>,
): ImagePool {
	const { bytes, ms, connectMs } = fetchLimits;
	const options = { headersTimeout: ms, bodyTimeout: ms, maxResponseSize: bytes };
	const agents = {
		trusted: new Agent({ ...options, connect: { timeout: connectMs } }),
		public: new Agent({ ...options, connect: { timeout: connectMs, lookup: publicLookup } }),
	};
	const serviceUrls = [settings.eventsBaseUrl, settings.eventsAuthUrl];
	const trustedOrigins = new Set([
		...serviceUrls.map((url) => new URL(url).origin),
		...settings.imageOrigins,
	]);
	const judge = (source: string) => judgeSource(source, trustedOrigins, settings.imageOrigins.length > 0);

	const fetchFile = async (source: string): Promise<Buffer> => {
		const kind = judge(source);
		if (kind === 'rejected') throw new Error('images from this URL are not allowed');
		try {
			// No redirects: they could lead into the operator's network.
			const { statusCode, body } = await request(source, {
				dispatcher: agents[kind],
				headers: { accept: 'image/*' },
				signal: AbortSignal.timeout(ms),
			});
			if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
			await body.dump();
			const error = new Error(`the image's server responded with status ${statusCode}`);
			throw isTemporary(statusCode) ? new SourceUnavailableError(error) : error;
		} catch (error) {
			const { name = '', code = '' } = error as { name?: string; code?: string };
			throw name === 'TimeoutError' || unreachable.test(code) ? new SourceUnavailableError(error) : error;
		}
	};

	const decoder = createDecoder();
	const pool = bulkhead(limits.all.running, limits.all.waiting);
	const drawings = bulkhead(limits.drawing.running, limits.drawing.waiting);
	const runForHost = createBulkheads(limits.host);
	const runForVisitor = createBulkheads(limits.visitor);
	app.addHook('onClose', async () => {
		decoder.close();
		await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
	});
	return {
		isAllowed: (source) => judge(source) !== 'rejected',
		async forVisitor(work) {
			const visitor = settings.visitorLimits === null ? undefined : currentVisitor();
			const patience = AbortSignal.timeout(limits.patienceMs);
			const begin = () => work(patience);
			try {
				return await (visitor === undefined ? begin() : runForVisitor(visitor, patience, begin));
			} catch (error) {
				if (!isOverloaded(error)) throw error;
				metrics.image('overloaded');
				const detail = 'Too many images are being loaded. Please try again.';
				throw new ProblemError('overloaded', detail, { retryAfterSeconds });
			}
		},
		load(source, patience, use) {
			const work = async () => use(await fetchFile(source));
			const { host } = new URL(source);
			return runForHost(host, patience, () => pool.execute(work, patience));
		},
		draw: (patience, work) => drawings.execute(work, patience),
		decoder,
	};
}
