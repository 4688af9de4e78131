/** Programs of the project as an operator starts them: each in a process of its own, with no settings but the given ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** What programs inherit from the shell of the tests. */
const inherited = ['PATH', 'NODE_OPTIONS'];
/** Compiled modules, which take a fifth off a start. A program writes them when it ends by itself or is asked to end. */
const NODE_COMPILE_CACHE = path.join(tmpdir(), 'daybill-compile-cache');
/** Ends a program with the tests that started it, also when those were killed: the system then closes its standard input. */
const endsWithParent = "data:text/javascript,process.stdin.on('end', () => process.exit()).resume().unref()";

export interface Program {
	readonly pid: number | undefined;
	/** What it has printed so far. */
	output(): string;
	/** What it has printed to standard error so far. */
	errors(): string;
	/** Its exit status, once it has ended; null when a signal ended it. */
	readonly ended: Promise<number | null>;
	/** @returns the first match in its output @throws with all that it has printed, when it ends without one */
	untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
	/** Sends a signal, unless it has ended. @returns its exit status */
	stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts Node.
 *
 * @param args arguments of Node, the script among them
 * @param options `folder` it works in, by default the project's; `environment` has its settings
 */
export function startProgram(
	args: readonly string[],
	{
		folder = root,
		environment = {},
	}: { folder?: string; environment?: Readonly<Record<string, string>> } = {},
): Program {
	const env = {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		NODE_COMPILE_CACHE,
		...environment,
	};
	const child = spawn(process.execPath, ['--import', endsWithParent, ...args], { cwd: folder, env });
	const printed = { all: '', errors: '' };
	child.stdout.on('data', (chunk: Buffer) => {
		printed.all += chunk;
	});
	child.stderr.on('data', (chunk: Buffer) => {
		printed.all += chunk;
		printed.errors += chunk;
	});
	const ended = once(child, 'close').then(([status]) => status as number | null);
	return {
		pid: child.pid,
		output: () => printed.all,
		errors: () => printed.errors,
		ended,
		async untilPrinted(pattern) {
			const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
			const look = () => {
				const found = pattern.exec(printed.all);
				if (found !== null) resolve(found);
			};
			look();
			for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
			void ended.then((status) => reject(new Error(`it ended with ${status}:\n${printed.all}`)));
			return promise;
		},
		stop(signal = 'SIGTERM') {
			child.kill(signal);
			return ended;
		},
	};
}

/** A server. It is stopped at the end of what uses it: `stack.use(await startChild(…))`. */
export interface Child extends AsyncDisposable {
	origin: string;
	readonly pid: number | undefined;
	/** Sends SIGTERM, and waits until the process has ended. */
	stop(): Promise<void>;
	/** Ends the process with SIGKILL, as in a crash. */
	kill(): Promise<void>;
}

/**
 * Starts a script of the project that prints `ready <port>`.
 *
 * @param script path from the project's folder
 * @param argument passed as JSON in the first argument
 */
export async function startChild(script: string, argument: unknown): Promise<Child> {
	// As `npm start` does: with V8's own size of the young generation, a process takes 110 MB more after a rush.
	const program = startProgram(['--max-semi-space-size=4', script, JSON.stringify(argument)]);
	const [, port] = await program.untilPrinted(/^ready (\d+)\n/m);
	const stop = async () => void (await program.stop());
	const kill = async () => void (await program.stop('SIGKILL'));
	return { origin: `http://127.0.0.1:${port}`, pid: program.pid, stop, kill, [Symbol.asyncDispose]: stop };
}

/** Waits until `npm start`, or what stands for it, listens. @returns the URL that it has printed of what has this name */
export async function printedUrls({ untilPrinted, output }: Program): Promise<(name: string) => string> {
	await untilPrinted(/Ctrl-C/);
	return (name) => new RegExp(`^${name} +(http\\S+)$`, 'm').exec(output())?.[1] ?? '';
}
