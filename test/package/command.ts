/** Runs `daybill` as it is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** @param folder that it is installed in */
export function daybillIn(folder: string) {
	const file = path.join(folder, 'node_modules/daybill/lib/cli/daybill.js');
	const start = (
		args: readonly string[],
		{ env = {}, nodeArgs = [] }: { env?: Record<string, string>; nodeArgs?: readonly string[] } = {},
	) => {
		const child = spawn(process.execPath, [...nodeArgs, file, ...args], {
			cwd: folder,
			env: { PATH: process.env.PATH, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let printed = '';
		const collect = (chunk: Buffer) => {
			printed += chunk;
		};
		child.stdout.on('data', collect);
		child.stderr.on('data', collect);
		return { child, ended: once(child, 'close'), output: () => printed };
	};
	return {
		/** Runs it to its end. @returns the exit status, and all that it has printed */
		async run(...args: Parameters<typeof start>) {
			const { ended, output } = start(...args);
			const [status] = (await ended) as [number | null];
			return { status, printed: output() };
		},
		/**
		 * Runs it until it has printed the URL of this name.
		 *
		 * @returns the URL, how long it took in milliseconds, and what stops it as Ctrl-C does
		 */
		async serve(args: readonly string[], env: Record<string, string>, name: string) {
			const startedAt = performance.now();
			const { child, ended, output } = start(args, { env });
			const pattern = new RegExp(`^${name} +(http\\S+)$`, 'm');
			const url = await new Promise<string>((resolve, reject) => {
				child.stdout.on('data', () => {
					const [, found] = pattern.exec(output()) ?? [];
					if (found !== undefined) resolve(found);
				});
				child.once('close', (status) => reject(new Error(`it ended with ${status}:\n${output()}`)));
			});
			return {
				url,
				milliseconds: performance.now() - startedAt,
				async stop() {
					child.kill('SIGINT');
					const [status] = (await ended) as [number | null];
					return status;
				},
			};
		},
	};
}
