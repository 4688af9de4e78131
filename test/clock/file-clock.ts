/** One clock for several processes: one of them sets it, all read it. Times are milliseconds since 1970. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const bytes = 8;

/** @returns what sets the clock; its first time is set at once */
export function createFileClock(file: string, now: number) {
	const descriptor = openSync(file, 'w+');
	const buffer = Buffer.alloc(bytes);
	const set = (time: number) => {
		buffer.writeDoubleLE(time);
		writeSync(descriptor, buffer, 0, bytes, 0);
	};
	set(now);
	return { set, close: () => closeSync(descriptor) };
}

/** Reads a clock that another process sets. */
export function readFileClock(file: string): () => number {
	const descriptor = openSync(file, 'r');
	const buffer = Buffer.alloc(bytes);
	return () => {
		readSync(descriptor, buffer, 0, bytes, 0);
		return buffer.readDoubleLE();
	};
}
