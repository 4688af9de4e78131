/** Fetches image files from the servers that `allowed-source.ts` allows. */
import { type Dispatcher, request } from 'undici';
import { createBoundedAgent } from '../http/bounded-agent.ts';
import { isOnService, isOperation } from '../image-urls/sign-images.ts';
import type { BffSettings } from '../settings.ts';
import { createPublicLookup, judgeSource } from './allowed-source.ts';

const limits = { bytes: 10 * 1024 * 1024, ms: 10_000, connectMs: 5_000, redirects: 3 };
const isTemporaryStatus = (status: number) => status === 408 || status === 429 || status >= 500;

/** Error codes of undici and the system if a server is slow or unreachable, or closes the connection. */
const unreachable = /TIMEOUT|ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR_SOCKET/;

export class SourceError extends Error {
	override readonly name = 'SourceError';
	/** Whether the server was slow, unreachable or failing, so that it may send the image later. */
	readonly isTemporary: boolean;
	/** For the log: what the server did, and what the operator can do. */
	readonly advice: string | undefined;

	constructor(
		message: string,
		options: { isTemporary?: boolean; advice?: string | undefined; cause?: unknown },
	) {
		super(message, options);
		this.isTemporary = options.isTemporary ?? false;
		this.advice = options.advice;
	}
}

export const isTemporary = (error: unknown): boolean => error instanceof SourceError && error.isTemporary;

function adviceOn(status: number, { imageReferer }: Omit<BffSettings, 'webDir'>): string | undefined {
	if (status < 400 || isTemporaryStatus(status) || [404, 410].includes(status)) return undefined;
	return imageReferer === undefined
		? `sends status ${status}: set IMAGE_REFERER to a page that shows these images, such as the service's website`
		: `sends status ${status} with IMAGE_REFERER=${imageReferer}: set it to a page that shows these images`;
}

function rejected({ origin, protocol, username, password }: URL): SourceError {
	// IMAGE_ORIGINS can list no other URLs.
	const isListable = /^https?:$/.test(protocol) && username + password === '';
	const advice = isListable
		? `redirects to ${origin}, which is not allowed: IMAGE_ORIGINS would have to list all origins of images`
		: 'redirects to a URL that is not http(s), or has a password: the service has to send other URLs';
	return new SourceError(`images from ${origin} are not allowed`, { advice });
}

/** Throws a SourceError if the server is slow or unreachable. Rethrows any other error. */
function throwSourceError(error: unknown): never {
	const { name = '', code = '' } = error as { name?: string; code?: string };
	if (name !== 'TimeoutError' && !unreachable.test(code)) throw error;
	throw new SourceError("the image's server did not respond", { isTemporary: true, cause: error });
}

export function createImageFetch(settings: Omit<BffSettings, 'webDir'>) {
	const options = {
		headersTimeout: limits.ms,
		bodyTimeout: limits.ms,
		maxResponseSize: limits.bytes,
		// No keep-alive: redirects to ever new hosts would leave thousands of idle connections.
		pipelining: 0,
	};
	const connect = { timeout: limits.connectMs };
	const agents = {
		configured: createBoundedAgent({ ...options, connect }),
		public: createBoundedAgent({ ...options, connect: { ...connect, lookup: createPublicLookup() } }),
	};
	const headers = {
		accept: 'image/*',
		...(settings.imageReferer === undefined ? {} : { referer: settings.imageReferer }),
	};
	/** Follows redirects to allowed sources; from another server to the service only if IMAGE_ORIGINS lists it. */
	const follow = async (
		url: URL,
		signal: AbortSignal,
		redirects = 0,
		from = url,
	): Promise<Dispatcher.ResponseData> => {
		const kind = judgeSource(url.href, settings);
		const isForeign = isOnService(url, settings) && !isOnService(from, settings);
		const isListed = settings.imageOrigins.includes(url.origin);
		if (kind === 'rejected' || (isForeign && !isListed)) throw rejected(url);
		if (isOperation(url, settings))
			throw new SourceError('the URL is not that of an image', {
				advice: 'leads to an operation of the service: the service has to send URLs of images',
			});
		const response = await request(url, { dispatcher: agents[kind], headers, signal });
		const { statusCode: status, body } = response;
		if (status === 200) return response;
		await body.dump();
		const { location } = response.headers;
		const target = status >= 300 && status < 400 ? URL.parse(String(location ?? ''), url) : null;
		if (target !== null && redirects < limits.redirects) return follow(target, signal, redirects + 1, url);
		throw new SourceError(`the image's server responded with status ${status}`, {
			isTemporary: isTemporaryStatus(status),
			advice: adviceOn(status, settings),
		});
	};
	return {
		/**
		 * Fetches a file. @param ms deadline
		 * @throws SourceError; Error if the file is too large or comes in too many pieces
		 */
		async fetch(source: string, ms = limits.ms): Promise<Buffer> {
			try {
				const { body } = await follow(new URL(source), AbortSignal.timeout(ms));
				return Buffer.from(await body.arrayBuffer());
			} catch (error) {
				return throwSourceError(error);
			}
		},
		close: () => Promise.all(Object.values(agents).map((agent) => agent.destroy())),
	};
}
