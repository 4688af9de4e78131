/** Fetches image files from other servers, never from the internal network. */
import { Agent, request } from 'undici';
import { isOnService } from '../image-urls/sign-images.ts';
import type { BffSettings } from '../settings.ts';
import { createLookups, judgeSource } from './allowed-source.ts';

const limits = { bytes: 10 * 1024 * 1024, ms: 10_000, connectMs: 5_000, redirects: 3 };

const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500;

/** Error codes of undici and the system for a slow, unreachable or disconnecting server. */
const unreachable = /TIMEOUT|ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR_SOCKET/;

/** An image's server was slow, unreachable or failing. The image itself may be fine. */
export class SourceUnavailableError extends Error {
	constructor(cause: unknown) {
		super("the image's server did not respond", { cause });
		this.name = 'SourceUnavailableError';
	}
}

/** An image's server responded without an image. */
export class ImageStatusError extends Error {
	override readonly name = 'ImageStatusError';
	readonly status: number;
	constructor(status: number) {
		super(`the image's server responded with status ${status}`);
		this.status = status;
	}
}

/** An image's URL, or one that it redirects to, is not among those that `judgeSource` allows. */
class SourceRejectedError extends Error {
	override readonly name = 'SourceRejectedError';
	readonly origin: string;
	constructor({ origin }: URL) {
		super(`images from ${origin} are not allowed`);
		this.origin = origin;
	}
}

export type ImageSettings = Pick<
	BffSettings,
	'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins' | 'imageReferer'
>;

/** What the operator can do if an image's server refuses it; undefined if a setting would not help. */
export function refusalOf(error: unknown, { imageReferer }: ImageSettings): string | undefined {
	if (error instanceof SourceRejectedError)
		return `redirects to ${error.origin}, which is not allowed: IMAGE_ORIGINS would have to list all origins of images`;
	if (!(error instanceof ImageStatusError) || error.status < 400 || [404, 410].includes(error.status))
		return undefined;
	return imageReferer === undefined
		? `sends status ${error.status}: set IMAGE_REFERER to a page that shows these images, such as the service's website`
		: `sends status ${error.status} with IMAGE_REFERER=${imageReferer}: set it to a page that shows these images`;
}

export function createImageFetch(settings: ImageSettings) {
	const options = { headersTimeout: limits.ms, bodyTimeout: limits.ms, maxResponseSize: limits.bytes };
	const lookups = createLookups();
	const agents = {
		service: new Agent({ ...options, connect: { timeout: limits.connectMs } }),
		named: new Agent({ ...options, connect: { timeout: limits.connectMs, lookup: lookups.named } }),
		public: new Agent({ ...options, connect: { timeout: limits.connectMs, lookup: lookups.public } }),
	};
	const headers = {
		accept: 'image/*',
		...(settings.imageReferer === undefined ? {} : { referer: settings.imageReferer }),
	};
	/** Follows redirects, each of which could lead into the internal network, or call one of the service's operations. */
	const follow = async (url: URL, signal: AbortSignal, redirects = 0, from = url): Promise<Buffer> => {
		const kind = judgeSource(url.href, settings);
		const isForeign = isOnService(url, settings) && !isOnService(from, settings);
		if (kind === 'rejected' || isForeign) throw new SourceRejectedError(url);
		const response = await request(url, { dispatcher: agents[kind], headers, signal });
		const { statusCode: status, body } = response;
		if (status === 200) return Buffer.from(await body.arrayBuffer());
		await body.dump();
		const { location } = response.headers;
		const target = status >= 300 && status < 400 ? URL.parse(String(location ?? ''), url) : null;
		if (target !== null && redirects < limits.redirects) return follow(target, signal, redirects + 1, url);
		const error = new ImageStatusError(status);
		throw isTemporary(status) ? new SourceUnavailableError(error) : error;
	};
	return {
		/**
		 * @param ms limit for the fetch
		 * @throws SourceUnavailableError if the server may have the image later; ImageStatusError for a status
		 * other than 200; Error for a forbidden URL, or a file that is too large or was too slow
		 */
		async fetch(source: string, ms = limits.ms): Promise<Buffer> {
			try {
				return await follow(new URL(source), AbortSignal.timeout(ms));
			} catch (error) {
				const { name = '', code = '' } = error as { name?: string; code?: string };
				throw name === 'TimeoutError' || unreachable.test(code) ? new SourceUnavailableError(error) : error;
			}
		},
		close: () => Promise.all(Object.values(agents).map((agent) => agent.destroy())),
	};
}
