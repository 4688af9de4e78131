/** Runs one npm script, shows what it prints as it prints it, and keeps the end of that. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How much of what a script printed is kept, in characters. */
const keptLength = 8_000;

/** How a script ended. */
export interface StepEnd {
	passed: boolean;
	/** The last characters of standard output and standard error. */
	tail: string;
	seconds: number;
}

/**
 * How npm is started: by the Node that runs this, where npm started it, since Windows has no executable file `npm`.
 */
function npm(): { command: string; args: string[]; shell: boolean } {
	const script = process.env.npm_execpath;
	if (script !== undefined && script !== '')
		return { command: process.execPath, args: [script], shell: false };
	return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/**
 * @param script name of a script in package.json
 * @param args further arguments of its command
 * @param environment variables besides those of this process
 */
export async function runStep(
	script: string,
	args: readonly string[],
	environment: Readonly<Record<string, string>>,
): Promise<StepEnd> {
	const startedAt = performance.now();
	const { command, args: npmArgs, shell } = npm();
	const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const child = spawn(command, [...npmArgs, 'run', '--silent', script, '--', ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...colors, ...environment },
		shell,
	});
	let tail = '';
	const pass = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
		target.write(chunk);
		tail = `${tail}${chunk}`.slice(-keptLength);
	};
	child.stdout.on('data', pass(process.stdout));
	child.stderr.on('data', pass(process.stderr));
	const [status] = (await once(child, 'close')) as [number | null];
	return { passed: status === 0, tail, seconds: Math.round((performance.now() - startedAt) / 1000) };
}
