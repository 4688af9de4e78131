/** The output of every bench: a table, the machine, and JSON in `.bench/`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

/** One line of a bench's table. */
export interface Row {
	what: string;
	/** In its unit: milliseconds, kilobytes … */
	value: number;
	unit: string;
	/** The named baseline of the same run, and this value divided by it. */
	baseline?: string | undefined;
	ratio?: number | undefined;
	/** The budget, in words (docs/performance.md). */
	aim?: string | undefined;
	met?: boolean | undefined;
}

export const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const round = (value: number | undefined) =>
	value === undefined ? '' : Number(value.toPrecision(4)).toLocaleString('en');

const thisMachine = () => ({
	node: process.version,
	cores: cpus().length,
	cpu: cpus()[0]?.model ?? 'unknown',
	memoryGiB: Math.round(totalmem() / 2 ** 30),
	date: new Date().toISOString(),
});

/** The folder that the benches write to. */
const benchFolder = path.resolve(import.meta.dirname, '../../.bench');

/** Writes the rows to `.bench/<part>.json`. */
export async function save(part: string, rows: readonly Row[]): Promise<void> {
	await mkdir(benchFolder, { recursive: true });
	const run = { machine: thisMachine(), rows };
	await writeFile(path.join(benchFolder, `${part}.json`), `${JSON.stringify(run, null, '\t')}\n`);
}

/** Prints the rows and writes them to `.bench/<part>.json`. @returns whether every stated aim was met */
export async function report(part: string, rows: readonly Row[]): Promise<boolean> {
	const machine = thisMachine();
	console.log(`\n${part}: ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}`);
	console.table(
		rows.map(({ what, value, unit, baseline, ratio, aim, met }) => ({
			what,
			measured: `${round(value)} ${unit}`,
			ratio: ratio === undefined ? '' : `${round(ratio)} × ${baseline}`,
			aim: aim === undefined ? '' : `${aim}: ${met ? 'met' : 'MISSED'}`,
		})),
	);
	await save(part, rows);
	return rows.every(({ met }) => met !== false);
}
