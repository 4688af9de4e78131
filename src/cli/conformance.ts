/** `npm run conformance`: the conformance check as a command; `--help` lists its options. */
import { writeFile } from 'node:fs/promises';
import { ArgumentError, readArguments, usage } from '../conformance/arguments.ts';
import { CannotRun } from '../conformance/call.ts';
import { reportJunit, reportTable } from '../conformance/report.ts';
import { runConformance } from '../conformance/run.ts';

/** Writes a report if its option is set. @throws CannotRun if the file isn't writable */
async function write(option: string, file: string | undefined, report: () => string): Promise<void> {
	if (file === undefined) return;
	await writeFile(file, report()).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CannotRun(`--${option}: the report cannot be written (${reason})`, { cause: error });
	});
}

/** @returns the exit status: 0 conforms, 1 differs @throws ArgumentError, CannotRun */
async function run(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		console.log(usage);
		return 0;
	}
	const command = readArguments(args);
	const report = await runConformance(command.options);
	console.log(reportTable(report, command.all));
	await write('json', command.json, () => `${JSON.stringify(report, null, '\t')}\n`);
	await write('junit', command.junit, () => reportJunit(report));
	return report.counts.differs === 0 ? 0 : 1;
}

/** @returns the exit status: 0 conforms, 1 differs, 2 could not run */
export async function conformance(args: readonly string[]): Promise<number> {
	try {
		return await run(args);
	} catch (error) {
		const isExpected = error instanceof ArgumentError || error instanceof CannotRun;
		console.error(isExpected ? error.message : error);
		if (error instanceof ArgumentError) console.error('--help lists the options.');
		return 2;
	}
}
