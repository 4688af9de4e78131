/** The output of every bench: a table and the machine. */
import { cpus, totalmem } from 'node:os';

export interface Row {
	what: string;
	/** In `unit`. */
	value: number;
	unit: string;
	/** Name of a baseline in the same run, and the ratio of this value to that baseline. */
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

/** @returns whether every stated aim was met */
export function report(part: string, rows: readonly Row[]): boolean {
	const [core] = cpus();
	const gibibytes = Math.round(totalmem() / 2 ** 30);
	console.log(`\n${part}: ${cpus().length} × ${core?.model}, ${gibibytes} GiB, Node ${process.version}`);
	console.table(
		rows.map(({ what, value, unit, baseline, ratio, aim, met }) => ({
			what,
			measured: `${round(value)} ${unit}`,
			ratio: ratio === undefined ? '' : `${round(ratio)} × ${baseline}`,
			aim: aim === undefined ? '' : `${aim}: ${met ? 'met' : 'MISSED'}`,
		})),
	);
	return rows.every(({ met }) => met !== false);
}
