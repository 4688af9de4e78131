/** `npm run conformance`: the conformance check as a command; `--help` lists its options. */
import { writeFile } from 'node:fs/promises';
import { ArgumentError, readArguments, usage } from '../conformance/arguments.ts';
import { CannotRun } from '../conformance/cannot-run.ts';
import { reportJunit } from '../conformance/junit.ts';
import { rawTransport } from '../conformance/raw-transport.ts';
import { runConformance } from '../conformance/run.ts';
import { reportTable } from '../conformance/table.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** @returns the exit status: 0 conforms, 1 differs, 2 could not run */
async function run(args: readonly string[]): Promise<number> {
	const command = readArguments(args);
	if (command.help) {
		print(usage);
		return 0;
	}
	const report = await runConformance({ ...command.options, transport: rawTransport });
	print(reportTable(report, command.all));
	if (command.json !== undefined) await writeFile(command.json, `${JSON.stringify(report, null, '\t')}\n`);
	if (command.junit !== undefined) await writeFile(command.junit, reportJunit(report));
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
