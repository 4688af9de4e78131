/** Servers in separate processes, so that the code that loads them does not use the same core. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A process that listens. It is stopped at the end of what uses it: `stack.use(await startChild(…))`. */
export interface Child extends AsyncDisposable {
	origin: string;
	/** Sends SIGTERM, and waits until the process has ended. */
	stop(): Promise<void>;
	readonly pid: number | undefined;
	/** Ends the process with SIGKILL, as in a crash. */
	kill(): Promise<void>;
}

/** @param origin where the process listens */
function asChild(child: ChildProcess, origin: string): Child {
	const end = async (signal: NodeJS.Signals) => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill(signal);
		await once(child, 'exit');
	};
	const stop = () => end('SIGTERM');
	return { origin, pid: child.pid, stop, kill: () => end('SIGKILL'), [Symbol.asyncDispose]: stop };
}

/**
 * Starts a script of the project that prints `ready <port>`.
 *
 * @param script path from the project's folder
 * @param argument passed as JSON in the first argument
 */
export async function startChild(script: string, argument: unknown): Promise<Child> {
	const root = path.resolve(import.meta.dirname, '..');
	// As `npm start` does: with V8's own size of the young generation, a process takes 110 MB more after a rush.
	const args = ['--max-semi-space-size=4', path.join(root, script), JSON.stringify(argument)];
	const child = spawn(process.execPath, args, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const { promise: port, resolve, reject } = Promise.withResolvers<string>();
	let printed = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		printed += chunk;
		const [, found] = /^ready (\d+)\n/m.exec(printed) ?? [];
		if (found !== undefined) resolve(found);
	});
	child.once('close', (status) => reject(new Error(`${script} ended with ${status} before it listened`)));
	return asChild(child, `http://127.0.0.1:${await port}`);
}
