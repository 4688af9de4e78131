/** Fetches image files from other servers, never from the internal network. */
import { Agent, request } from 'undici';
import type { BffSettings } from '../settings.ts';
import { createLookups, judgeSource } from './allowed-source.ts';

const limits = { bytes: 10 * 1024 * 1024, ms: 10_000, connectMs: 5_000 };

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

export function createImageFetch(
	settings: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins'>,
) {
	const options = { headersTimeout: limits.ms, bodyTimeout: limits.ms, maxResponseSize: limits.bytes };
	const lookups = createLookups();
	const agents = {
		service: new Agent({ ...options, connect: { timeout: limits.connectMs } }),
		named: new Agent({ ...options, connect: { timeout: limits.connectMs, lookup: lookups.named } }),
		public: new Agent({ ...options, connect: { timeout: limits.connectMs, lookup: lookups.public } }),
	};
	return {
		/**
		 * @param ms limit for the fetch
		 * @throws SourceUnavailableError if the server may have the image later; ImageStatusError for a status
		 * other than 200; Error for a forbidden URL, or a file that is too large or was too slow
		 */
		async fetch(source: string, ms = limits.ms): Promise<Buffer> {
			const kind = judgeSource(source, settings);
			if (kind === 'rejected') throw new Error('images from this URL are not allowed');
			try {
				// No redirects: they could lead into the internal network.
				const { statusCode, body } = await request(source, {
					dispatcher: agents[kind],
					headers: { accept: 'image/*' },
					signal: AbortSignal.timeout(ms),
				});
				if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
				await body.dump();
				const error = new ImageStatusError(statusCode);
				throw isTemporary(statusCode) ? new SourceUnavailableError(error) : error;
			} catch (error) {
				const { name = '', code = '' } = error as { name?: string; code?: string };
				throw name === 'TimeoutError' || unreachable.test(code) ? new SourceUnavailableError(error) : error;
			}
		},
		close: () => Promise.all(Object.values(agents).map((agent) => agent.destroy())),
	};
}
