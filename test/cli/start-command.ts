import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../bff/start-bff.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Starts the script of `npm start`, with data of its own, until the test ends. @returns once it has printed its URLs */
export async function startCommand(environment: Readonly<Record<string, string>>) {
	const child = spawn(process.execPath, ['src/cli/start.ts'], {
		cwd: root,
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			DATA_DIR: await temporaryFolder(),
			...environment,
		},
	});
	const ended = once(child, 'close');
	onTestFinished(async () => {
		child.kill('SIGTERM');
		await ended;
	});
	const ready = Promise.withResolvers<void>();
	let printed = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => {
			printed += chunk;
			if (printed.includes('Ctrl-C')) ready.resolve();
		});
	void ended.then(() => ready.reject(new Error(`it ended:\n${printed}`)));
	await ready.promise;
	return { child, ended, printed: () => printed };
}
