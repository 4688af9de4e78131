import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';

/** Creates an empty file, and its folder, unless they exist. Other users of the machine can't read it. */
export function createPrivateFile(file: string): void {
	mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
	closeSync(openSync(file, 'a', 0o600));
}
