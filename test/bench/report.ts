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

/** The budgets for speed and size (docs/performance.md). */
const aims = {
	lcp: { what: 'LCP, mobile simulation', limit: 0.85, unit: 's' },
	tbtCpu: { what: 'TBT, CPU time × 4', limit: 150, unit: 'ms' },
	cls: { what: 'CLS', limit: 0, unit: '' },
	firstTap: { what: 'Tap 0.5 s after the first paint, CPU 4 × slower: next paint', limit: 100, unit: 'ms' },
	inp: { what: 'INP of a session, CPU 4 × slower, 98th percentile', limit: 100, unit: 'ms' },
	delay: { what: 'Page of a visitor while another one floods, p99', limit: 250, unit: 'ms' },
	processMemory: { what: 'Memory of a process after a rush', limit: 300, unit: 'MB' },
} as const;

/** A row for a measurement with a budget. @param of the measured page or control, if there are several */
export function judged(name: keyof typeof aims, value: number, of?: string): Row {
	const { what, limit, unit } = aims[name];
	return {
		what: of === undefined ? what : `${what}: ${of}`,
		value,
		unit,
		aim: `at most ${limit} ${unit}`,
		met: value <= limit,
	};
}
