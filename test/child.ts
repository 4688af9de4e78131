/** Servers in separate processes, so that the code that loads them does not use the same core. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface Child {
	origin: string;
	/** Sends SIGTERM, and waits until the process has ended. */
	stop(): Promise<void>;
	readonly pid: number | undefined;
	/** Ends the process with SIGKILL, as in a crash. */
	kill(): Promise<void>;
}

interface StartedChild extends Child {
	/** Sends a message to the process and waits for its response; for scripts that respond to messages. */
	ask(): Promise<unknown>;
}

/**
 * Starts a script of the project that prints `ready <port>`.
 *
 * @param script path from the project's folder
 * @param argument passed as JSON in the first argument
 */
export async function startChild(script: string, argument: unknown): Promise<StartedChild> {
	const root = path.resolve(import.meta.dirname, '..');
	const child = spawn(process.execPath, [path.join(root, script), JSON.stringify(argument)], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	const end = async (signal: NodeJS.Signals) => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill(signal);
		await once(child, 'exit');
	};
	const { promise: port, resolve, reject } = Promise.withResolvers<string>();
	let printed = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		printed += chunk;
		const [, found] = /^ready (\d+)\n/m.exec(printed) ?? [];
		if (found !== undefined) resolve(found);
	});
	child.once('close', (status) => reject(new Error(`${script} ended with ${status} before it listened`)));
	return {
		origin: `http://127.0.0.1:${await port}`,
		pid: child.pid,
		stop: () => end('SIGTERM'),
		kill: () => end('SIGKILL'),
		async ask() {
			child.send('');
			const [response] = (await once(child, 'message')) as [unknown];
			return response;
		},
	};
}
