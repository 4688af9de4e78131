/**
 * Large bodies: few of them are parsed and worked on at once. Sixty lists of a megabyte, with all that is made of them, are
 * half a gigabyte of young objects, and the garbage collector then stops the process for tenths of a second at a time.
 * There is one queue in a process, since there is one heap.
 */
import { ProblemError } from './problem.ts';

/** Bytes up to which a body never waits. */
const smallBody = 256 * 1024;
/** Bytes of all larger bodies that are worked on; one that is larger than this is worked on alone. */
const maxBytes = 4 * 1024 * 1024;
/** Milliseconds that a body waits at most. */
const maxWait = 10_000;

/** What one piece of work holds. */
export interface BodyRoom {
	/**
	 * Waits until there is room for a body, in the order of the calls. The room of the body before is given back.
	 *
	 * @param bytes as received
	 * @throws ProblemError overloaded
	 */
	take(bytes: number): Promise<void>;
}

/** Runs work on bodies, and gives back their room when it ends. @throws what `work` throws */
export type WithBodyRoom = <Result>(work: (room: BodyRoom) => Promise<Result>) => Promise<Result>;

export function createBodyRooms(limits = { smallBody, maxBytes, maxWait }): WithBodyRoom {
	let free = limits.maxBytes;
	/** In their order. */
	const waiting = new Set<{ bytes: number; begin: () => void }>();
	const beginNext = () => {
		for (const each of waiting) {
			if (each.bytes > free) return;
			waiting.delete(each);
			free -= each.bytes;
			each.begin();
		}
	};
	const waitFor = async (bytes: number) => {
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const each = { bytes, begin: resolve };
		const giveUp = () => {
			waiting.delete(each);
			reject(new ProblemError('overloaded', 'There are too many large responses at the moment.'));
			beginNext();
		};
		const timer = setTimeout(giveUp, limits.maxWait);
		waiting.add(each);
		beginNext();
		await promise.finally(() => clearTimeout(timer));
	};
	return async (work) => {
		let held = 0;
		const giveBack = () => {
			free += held;
			held = 0;
			beginNext();
		};
		try {
			return await work({
				async take(received) {
					giveBack();
					if (received <= limits.smallBody) return;
					const bytes = Math.min(received, limits.maxBytes);
					await waitFor(bytes);
					held = bytes;
				},
			});
		} finally {
			giveBack();
		}
	};
}

/** That of this process. */
export const withBodyRoom = createBodyRooms();
