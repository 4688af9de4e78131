/** The conformance check as a command (`npm run conformance`); `--help` tells its options. */
import { writeFile } from 'node:fs/promises';
import { ArgumentError, readArguments, usage } from './arguments.ts';
import { reportJunit } from './junit.ts';
import { rawTransport } from './raw-transport.ts';
import { CannotRun, runConformance } from './run.ts';
import { reportTable } from './table.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** @returns the exit status: 0 conforms, 1 differs, 2 could not run */
async function run(args: readonly string[]): Promise<number> {
	const command = readArguments(args);
	if (command.help) {
		say(usage);
		return 0;
	}
	const report = await runConformance({ ...command.options, transport: rawTransport });
	say(reportTable(report, command.all));
	if (command.json !== undefined) await writeFile(command.json, `${JSON.stringify(report, null, '\t')}\n`);
	if (command.junit !== undefined) await writeFile(command.junit, reportJunit(report));
	return report.counts.differs === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
	const isExpected = error instanceof ArgumentError || error instanceof CannotRun;
	process.stderr.write(
		isExpected ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
	);
	if (error instanceof ArgumentError) process.stderr.write('--help tells the options.\n');
	return 2;
});
