/** Starts programs of the project as an operator would: in separate processes, with only these settings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unhandledError } from '../src/cli/run.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Variables that programs inherit from the tests' environment. `faketime` sets the last three. */
const inherited = ['PATH', 'NODE_OPTIONS', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED'];
/** Compile cache, which makes starts a fifth faster. Node writes it when a program exits. */
const NODE_COMPILE_CACHE = path.join(tmpdir(), 'daybill-compile-cache');
/** Exits when standard input closes, which happens even if the parent process, the test run, is killed. */
const endsWithParent = "data:text/javascript,process.stdin.on('end', () => process.exit()).resume().unref()";

/** The environment of a program with these settings. */
export const programEnvironment = (settings: Readonly<Record<string, string>>) => ({
	...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
	NODE_COMPILE_CACHE,
	...settings,
});

type Program = ReturnType<typeof startProgram>;

/**
 * Starts Node.
 *
 * @param args arguments of Node, the script among them
 * @param options `folder` is its working directory, by default the project; `environment` contains its settings
 */
export function startProgram(
	args: readonly string[],
	{
		folder = root,
		environment = {},
	}: { folder?: string; environment?: Readonly<Record<string, string>> } = {},
) {
	const child = spawn(process.execPath, ['--import', endsWithParent, ...args], {
		cwd: folder,
		env: programEnvironment(environment),
	});
	const printed = { all: '', errors: '' };
	let isStopping = false;
	child.stdout.on('data', (chunk: Buffer) => {
		printed.all += chunk;
	});
	child.stderr.on('data', (chunk: Buffer) => {
		printed.all += chunk;
		printed.errors += chunk;
	});
	/** Its exit status, once it has ended; null if a signal ended it. */
	const ended = once(child, 'close').then(([status]) => status as number | null);
	/** @returns the first match in its output @throws with the whole output if it ends without a match */
	async function untilPrinted(pattern: RegExp) {
		const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
		const look = () => {
			const found = pattern.exec(printed.all);
			if (found !== null) resolve(found);
		};
		look();
		const streams = [child.stdout, child.stderr];
		for (const stream of streams) stream.on('data', look);
		void ended.then((status) => reject(new Error(`it ended with ${status}:\n${printed.all}`)));
		return promise.finally(() => {
			for (const stream of streams) stream.off('data', look);
		});
	}
	return {
		pid: child.pid,
		/** Its output so far. */
		output: () => printed.all,
		/** Its output to standard error so far. */
		errors: () => printed.errors,
		ended,
		untilPrinted,
		/** @returns the URL that it prints after this name, once it does */
		urlOf: async (name: string) => (await untilPrinted(new RegExp(`^${name} +(http\\S+)\n`, 'm')))[1] ?? '',
		/**
		 * Sends a signal unless it was stopped before. @returns its exit status @throws with its output if it had ended by
		 * itself, or nothing handled one of its errors
		 */
		async stop(signal: NodeJS.Signals = 'SIGTERM') {
			if (isStopping) return ended;
			isStopping = true;
			const hadEnded = !child.kill(signal);
			const status = await ended;
			if (hadEnded || (status ?? 0) > 0 || printed.all.includes(unhandledError))
				throw new Error(`it ended by itself or with an error (${status}):\n${printed.all}`);
			return status;
		},
	};
}

/** A server that stops at the end of a scope: `stack.use(await startChild(…))`. */
export interface Child extends Program, AsyncDisposable {
	origin: string;
	/** Ends the process with SIGKILL, as in a crash. */
	kill(): Promise<number | null>;
}

/**
 * Starts a script of the project that prints `ready <port>`.
 *
 * @param script path from the project's folder
 * @param argument passed as JSON in the first argument
 * @param options `nodeArgs` are further arguments of Node; `environment` contains the script's settings
 */
export async function startChild(
	script: string,
	argument: unknown,
	{ nodeArgs = [], environment = {} }: { nodeArgs?: string[]; environment?: Record<string, string> } = {},
): Promise<Child> {
	const program = startProgram([...nodeArgs, script, JSON.stringify(argument)], { environment });
	const [, port] = await program.untilPrinted(/^ready (\d+)\n/m);
	return {
		...program,
		origin: `http://127.0.0.1:${port}`,
		kill: () => program.stop('SIGKILL'),
		[Symbol.asyncDispose]: async () => void (await program.stop()),
	};
}
