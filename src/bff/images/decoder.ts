/**
 * Decodes and draws images in processes of their own, at most two at once. Only a process can be stopped in the middle of a
 * image: sharp checks its timeout between the parts of an image, and an AVIF file is one part. An image that crashes
 * a decoder takes nothing else with it. Processes start when they are needed and end when they have been idle.
 */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { bulkhead } from 'cockatiel';
import type { Card } from './draw-card.ts';

export interface DecodeJob {
	bytes: Uint8Array;
	/** Of the response in pixels. */
	width: number;
	/** After which sharp gives up, where it can. */
	seconds: number;
}

export interface DrawJob extends Pick<DecodeJob, 'seconds'> {
	image: Card;
}

/** The image, or the reason why there is none. */
export type DecodeResult = { image: Uint8Array } | { reason: string };

/** The image is broken, too large or too slow to decode; the process that said so works on. */
class UndecodableError extends Error {}

export interface Decoder {
	/**
	 * @param bytes of a raster image
	 * @param width of the response in pixels; the image is never enlarged
	 * @returns the first frame as WebP
	 * @throws Error when the image is broken, too large or too slow; BulkheadRejectedError when too many wait
	 */
	decode(bytes: Buffer, width: number): Promise<Buffer>;
	/**
	 * @returns the image of an event as JPEG
	 * @throws as `decode`, when its poster is broken, too large or too slow
	 */
	draw(image: Card): Promise<Buffer>;
	/** Stops every process; images that wait are not decoded. */
	close(): void;
}

const processFile = path.join(
	import.meta.dirname,
	// In the package, it is JavaScript as this file is.
	`decode-process${path.extname(import.meta.filename)}`,
);

/** Says that texts are drawn with the fonts of this project, whichever the system has. */
const fontsFile = path.resolve(import.meta.dirname, '../../../fonts/fonts.conf');

const defaultLimits = {
	atOnce: 2,
	waiting: 20,
	/** Seconds of one image, and after which its process is killed. */
	seconds: 5,
	killSeconds: 8,
	startSeconds: 30,
	idleSeconds: 60,
};

/** The next message of a process. @throws Error when it takes too long, or the process ends or cannot be reached */
function nextResult(child: ChildProcess, seconds: number): Promise<DecodeResult> {
	return new Promise((resolve, reject) => {
		const end = () => {
			clearTimeout(timer);
			child.off('message', succeed).off('exit', onExit).off('error', fail);
		};
		const succeed = (result: DecodeResult) => {
			end();
			resolve(result);
		};
		const fail = (error: Error) => {
			end();
			reject(error);
		};
		const onExit = (code: number | null, signal: string | null) =>
			fail(new Error(`the decoder ended with ${signal ?? code}`));
		const timer = setTimeout(
			() => fail(new Error(`the decoder did not respond within ${seconds} seconds`)),
			seconds * 1_000,
		);
		child.on('message', succeed).on('exit', onExit).on('error', fail);
	});
}

/** @param changed limits that differ from the usual ones */
export function createDecoder(changed: Partial<typeof defaultLimits> = {}): Decoder {
	const limits = { ...defaultLimits, ...changed };
	const pool = bulkhead(limits.atOnce, limits.waiting);
	const children = new Set<ChildProcess>();
	/** Processes without a job, with the timer that ends each. */
	const idle = new Map<ChildProcess, NodeJS.Timeout>();

	let isClosed = false;

	const start = (): ChildProcess => {
		if (isClosed) throw new Error('the decoder is closed');
		// Nothing else of the environment: it has the secrets of this server.
		const child = fork(processFile, [], {
			env: { FONTCONFIG_FILE: fontsFile },
			execArgv: [],
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		// Without a listener, an error while it is idle or being stopped would end this process.
		child.on('error', () => undefined);
		children.add(child);
		return child;
	};
	const stop = (child: ChildProcess) => {
		clearTimeout(idle.get(child));
		idle.delete(child);
		children.delete(child);
		child.kill('SIGKILL');
	};
	const takeIdle = (): ChildProcess | undefined => {
		for (const [child, timer] of idle) {
			clearTimeout(timer);
			idle.delete(child);
			if (child.connected) return child;
			children.delete(child);
		}
		return undefined;
	};

	const run = async (job: DecodeJob | DrawJob): Promise<Buffer> => {
		const known = takeIdle();
		const child = known ?? start();
		try {
			if (known === undefined) await nextResult(child, limits.startSeconds);
			const next = nextResult(child, limits.killSeconds);
			child.send(job);
			const result = await next;
			idle.set(child, setTimeout(() => stop(child), limits.idleSeconds * 1_000).unref());
			if ('image' in result) return Buffer.from(result.image);
			throw new UndecodableError(result.reason);
		} catch (error) {
			if (!(error instanceof UndecodableError)) stop(child);
			throw error;
		}
	};
	const { seconds } = limits;
	return {
		decode: (bytes, width) => pool.execute(() => run({ bytes, width, seconds })),
		draw: (image) => pool.execute(() => run({ image, seconds })),
		close() {
			isClosed = true;
			for (const child of children) stop(child);
		},
	};
}
