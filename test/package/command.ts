/** Runs the installed `daybill`. */
import path from 'node:path';
import { startProgram } from '../program.ts';

/** @param folder in which it is installed */
export function daybillIn(folder: string) {
	const file = path.join(folder, 'node_modules/daybill/lib/cli/daybill.js');
	const start = (
		args: readonly string[],
		{ environment, nodeArgs = [] }: { environment?: Record<string, string>; nodeArgs?: readonly string[] },
	) => startProgram([...nodeArgs, file, ...args], { folder, ...(environment && { environment }) });
	return {
		/** Runs it until it exits. @returns the exit status and everything that it printed */
		async run(args: readonly string[], options: { nodeArgs?: readonly string[] } = {}) {
			const program = start(args, options);
			return { status: await program.ended, printed: program.output() };
		},
		/** Runs it until it prints this URL. @returns the URL, and a function that stops it like Ctrl-C */
		async serve(args: readonly string[], environment: Record<string, string>, name: string) {
			const program = start(args, { environment });
			const [, url = ''] = await program.untilPrinted(new RegExp(`^${name} +(http\\S+)$`, 'm'));
			return { url, stop: () => program.stop('SIGINT') };
		},
	};
}
