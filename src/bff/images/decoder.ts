/**
 * Decodes and draws images in a few child processes, which start on demand and end when idle. Only killing a process
 * can interrupt the decoding: sharp checks its timeout between the parts of an image, and an AVIF image has only one.
 * If a process crashes, only its current image fails.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createBulkheads } from '../fairness/bulkheads.ts';
import type { AgendaCard, Card } from './draw-card.ts';

/** An image to decode, and to shrink to `width` pixels if it is wider; or a card or an agenda to draw. */
export type DecodeJob = { bytes: Uint8Array; width: number } | { card: Card } | { agenda: AgendaCard };

export type DecodeResult = { image: Uint8Array } | { reason: string };

const processFile = path.join(
	import.meta.dirname,
	// `.ts` in the repository, `.js` in the package.
	`decode-process${path.extname(import.meta.filename)}`,
);

const fontsFile = path.resolve(import.meta.dirname, '../../../fonts/fonts.conf');

/** A second is enough for 25 megapixels of JPEG, PNG or WebP, but only for 3 megapixels of AVIF. */
const defaultLimits = { atOnce: 3, waiting: 20, killSeconds: 3, startSeconds: 30, idleSeconds: 60 };

/** The process ended while decoding: the image took too long, or made it crash. */
export class DecoderEndedError extends Error {
	override readonly name = 'DecoderEndedError';
}

/** Sends the job, if there is one, and waits for the process's next message. Kills the process on any error. */
async function nextResult(child: ChildProcess, seconds: number, job?: DecodeJob): Promise<DecodeResult> {
	const listening = new AbortController();
	const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000);
	try {
		if (job !== undefined) child.send(job);
		const exit = once(child, 'exit', listening).then(([code, signal]) => {
			throw new DecoderEndedError(`the decoder ended with ${signal ?? code} (limit: ${seconds} seconds)`);
		});
		const [result] = await Promise.race([once(child, 'message', listening), exit]);
		return result;
	} catch (error) {
		child.kill('SIGKILL');
		throw error;
	} finally {
		clearTimeout(timer);
		listening.abort();
	}
}

export function createDecoder(changed: Partial<typeof defaultLimits> = {}) {
	const limits = { ...defaultLimits, ...changed };
	const pool = createBulkheads({ running: limits.atOnce, waiting: limits.waiting });
	const children = new Set<ChildProcess>();
	const idle = new Set<ChildProcess>();
	let idleTimer: NodeJS.Timeout | undefined;
	let isClosed = false;

	const start = async (): Promise<ChildProcess> => {
		if (isClosed) throw new Error('the decoder is closed');
		// Passes on no other variables, because this process's environment contains secrets.
		const child = fork(processFile, [], {
			env: { FONTCONFIG_FILE: fontsFile },
			execArgv: [],
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		const forget = () => {
			children.delete(child);
			idle.delete(child);
		};
		// Handles errors of an idle child, too, which would otherwise end this process.
		child.on('exit', forget).on('error', forget);
		children.add(child);
		await nextResult(child, limits.startSeconds).catch((cause: unknown) => {
			throw new Error('no decoder could be started', { cause });
		});
		return child;
	};
	const stop = (child: ChildProcess) => {
		idle.delete(child);
		child.kill('SIGKILL');
	};
	const rest = (child: ChildProcess) => {
		idle.add(child);
		clearTimeout(idleTimer);
		idleTimer = setTimeout(() => idle.forEach(stop), limits.idleSeconds * 1_000).unref();
	};
	const run = async (job: DecodeJob): Promise<Buffer> => {
		const [rested] = idle;
		const child = rested ?? (await start());
		idle.delete(child);
		const result = await nextResult(child, limits.killSeconds, job).catch(async (error: unknown) => {
			// Start another process now, so that the next visitor's image need not wait for a start.
			await start().then(rest, () => undefined);
			throw error;
		});
		rest(child);
		if ('reason' in result) throw new Error(result.reason);
		return Buffer.from(result.image);
	};
	return {
		/** @returns WebP; JPEG if drawn @throws DecoderEndedError; ProblemError overloaded; Error for a broken image */
		run: (job: DecodeJob): Promise<Buffer> => pool('', () => run(job)),
		close() {
			isClosed = true;
			children.forEach(stop);
		},
	};
}
