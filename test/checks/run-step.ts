/** Runs one command of npm, shows what it prints as it prints it, and keeps the end of that. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { npm } from './npm.ts';

/** How much of what a command printed is kept, in characters. */
const keptLength = 8_000;

export type Command = readonly ['run' | 'exec', ...string[]];

/** How a command ended. */
export interface StepEnd {
	passed: boolean;
	/** The last characters of standard output and standard error. */
	tail: string;
	seconds: number;
}

/**
 * @param command `run` and a script of package.json, or `exec` and a program with its arguments
 * @param args further arguments of the script or program
 * @param environment variables besides those of this process
 * @param show takes what it prints, which otherwise is printed at once
 */
export async function runStep(
	[verb, ...words]: Command,
	args: readonly string[],
	environment: Readonly<Record<string, string>>,
	show?: (chunk: Buffer) => void,
): Promise<StepEnd> {
	const startedAt = performance.now();
	const start = npm(
		verb === 'run'
			? ['run', '--silent', ...words, '--', ...args]
			: ['exec', '--silent', '--', ...words, ...args],
	);
	const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const child = spawn(start.command, start.args, {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...colors, ...environment },
		shell: start.shell,
	});
	let tail = '';
	const pass = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
		if (show === undefined) target.write(chunk);
		else show(chunk);
		tail = `${tail}${chunk}`.slice(-keptLength);
	};
	child.stdout.on('data', pass(process.stdout));
	child.stderr.on('data', pass(process.stderr));
	const [status] = (await once(child, 'close')) as [number | null];
	return { passed: status === 0, tail, seconds: Math.round((performance.now() - startedAt) / 1000) };
}
