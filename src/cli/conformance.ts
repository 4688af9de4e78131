/** `npm run conformance`: the conformance check as a command; `--help` lists its options. */
import { writeFile } from 'node:fs/promises';
import { ArgumentError, readArguments, usage } from '../conformance/arguments.ts';
import { CannotRun } from '../conformance/call.ts';
import { reportJunit, reportTable } from '../conformance/report.ts';
import { runConformance } from '../conformance/run.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Writes a report if its option names a file. @throws CannotRun if the file isn't writable */
async function write(option: string, file: string | undefined, report: () => string): Promise<void> {
	if (file === undefined) return;
	await writeFile(file, report()).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CannotRun(`--${option}: the report cannot be written (${reason})`, { cause: error });
	});
}

/** @returns the exit status: 0 conforms, 1 differs, 2 could not run */
async function run(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		print(usage);
		return 0;
	}
	const command = readArguments(args);
	const report = await runConformance(command.options);
	print(reportTable(report, command.all));
	await write('json', command.json, () => `${JSON.stringify(report, null, '\t')}\n`);
	await write('junit', command.junit, () => reportJunit(report));
	return report.counts.differs === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
	const isExpected = error instanceof ArgumentError || error instanceof CannotRun;
	process.stderr.write(
		isExpected ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
	);
	if (error instanceof ArgumentError) process.stderr.write('--help lists the options.\n');
	return 2;
});
