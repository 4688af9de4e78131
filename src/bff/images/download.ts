/** Fetches the file of an image from another server: bounded in time and bytes, and never from inside the network. */
import { Agent, request } from 'undici';
import type { BffSettings } from '../settings.ts';
import { judgeSource, publicLookup } from './allowed-source.ts';

const limits = { bytes: 10 * 1024 * 1024, milliseconds: 10_000, connectMilliseconds: 5_000 };

/** Statuses of a server that may have the image a moment later. */
const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500;

/** What undici and the system report when a server is slow, cannot be reached, or breaks a connection off. */
const unreachable = /TIMEOUT|ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR_SOCKET/;

/** The server of an image was too slow, could not be reached or was out of order. That says nothing of the image. */
export class SourceUnavailableError extends Error {
	constructor(cause: unknown) {
		super("the image's server did not respond", { cause });
		this.name = 'SourceUnavailableError';
	}
}

export interface Downloads {
	/** Whether images may come from this URL at all. */
	isAllowed(source: string): boolean;
	/**
	 * @throws SourceUnavailableError when the server may have the image later; Error for a URL that is not allowed, a
	 * status other than 200 or a file that is too large
	 */
	fetch(source: string): Promise<Buffer>;
	close(): Promise<void>;
}

export function createDownloads(
	settings: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins'>,
): Downloads {
	const options = {
		headersTimeout: limits.milliseconds,
		bodyTimeout: limits.milliseconds,
		maxResponseSize: limits.bytes,
	};
	const connect = { timeout: limits.connectMilliseconds };
	const agents = {
		trusted: new Agent({ ...options, connect }),
		public: new Agent({ ...options, connect: { ...connect, lookup: publicLookup } }),
	};
	const trustedOrigins = new Set([
		new URL(settings.eventsBaseUrl).origin,
		new URL(settings.eventsAuthUrl).origin,
		...settings.imageOrigins,
	]);
	const judge = (source: string) => judgeSource(source, trustedOrigins, settings.imageOrigins.length > 0);
	return {
		isAllowed: (source) => judge(source) !== 'rejected',
		async fetch(source) {
			const kind = judge(source);
			if (kind === 'rejected') throw new Error('images from this URL are not allowed');
			try {
				// Redirects are not followed: they could lead into the operator's network.
				const { statusCode, body } = await request(source, {
					dispatcher: agents[kind],
					headers: { accept: 'image/*' },
					signal: AbortSignal.timeout(limits.milliseconds),
				});
				if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
				await body.dump();
				const error = new Error(`the image's server responded with status ${statusCode}`);
				throw isTemporary(statusCode) ? new SourceUnavailableError(error) : error;
			} catch (error) {
				const { name = '', code = '' } = error as { name?: string; code?: string };
				throw name === 'TimeoutError' || unreachable.test(code) ? new SourceUnavailableError(error) : error;
			}
		},
		async close() {
			await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
		},
	};
}
