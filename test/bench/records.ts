/**
 * The figures of the benches: what the last runs wrote into `.bench/`, and what was recorded for a machine in
 * `test/bench/records`, one file for each kind of machine (CPU model, cores, version of Node).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder, type Machine, type Row } from './report.ts';

const recordFolder = path.join(import.meta.dirname, 'records');

/** The figures of one machine by the names of their rows. */
export interface Figures {
	machine: Machine;
	values: Readonly<Record<string, number>>;
}

const kindOf = ({ cpu, cores, node }: Machine) => `${cpu}, ${cores} cores, Node ${node}`;
const recordFile = (machine: Machine) =>
	path.join(
		recordFolder,
		`${kindOf(machine)
			.replaceAll(/[^\w.]+/g, '-')
			.toLowerCase()}.json`,
	);

/** What the last run of each bench gave on this kind of machine. @param machine the one at hand */
export async function readLatest(machine: Machine): Promise<Figures> {
	const values: Record<string, number> = {};
	const files = (await readdir(benchFolder).catch(() => [])).filter((name) => name.endsWith('.json'));
	for (const name of files) {
		const run = JSON.parse(await readFile(path.join(benchFolder, name), 'utf8')) as {
			machine?: Machine;
			rows?: Row[];
		};
		// Reports of other commands are here, too.
		if (run.machine === undefined || !Array.isArray(run.rows) || kindOf(run.machine) !== kindOf(machine))
			continue;
		for (const { what, value } of run.rows) values[what] = value;
	}
	return { machine, values };
}

/** @returns undefined when nothing was recorded for this kind of machine */
export async function readRecord(machine: Machine): Promise<Figures | undefined> {
	const text = await readFile(recordFile(machine), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Figures);
}

/** @returns the file that was written */
export async function writeRecord(figures: Figures): Promise<string> {
	await mkdir(recordFolder, { recursive: true });
	const file = recordFile(figures.machine);
	await writeFile(file, `${JSON.stringify(figures, null, '\t')}\n`);
	return file;
}
