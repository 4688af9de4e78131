/** The table of the aims, as in `docs/performance.md`, and what has become worse since a record. */
import { type Aim, aims, isMet, isWorse, limitOf, rowName } from './aims.ts';

export type Values = Readonly<Record<string, number>>;

const rounded = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');

function verdictOf(aim: Aim, values: Values): string {
	const measured = aim.of.filter((figure) => values[rowName(aim, figure)] !== undefined);
	const missed = measured.filter((figure) => !isMet(aim, values[rowName(aim, figure)] ?? Number.NaN));
	if (measured.length === 0) return 'not measured';
	if (aim.limit === undefined) return '–';
	if (missed.length > 0)
		return missed.length === aim.of.length ? '**missed**' : `**missed**: ${missed.join(', ')}`;
	return measured.length === aim.of.length ? 'met' : 'met as far as measured';
}

const namesOf = ({ of }: Aim) => (of.length > 1 ? ` (${of.join(', ')})` : '');

/** A Markdown table: a line for each aim. @param values figures by the names of their rows */
export function aimsTable(values: Values): string {
	const lines = Object.values<Aim>(aims).map((aim) => {
		const figures = aim.of.map((figure) => {
			const value = values[rowName(aim, figure)];
			return value === undefined ? '–' : rounded(value);
		});
		return `| ${aim.what}${namesOf(aim)} | ${figures.join(', ')} | ${limitOf(aim)} | ${verdictOf(aim, values)} |`;
	});
	return ['| what | measured | aim | |', '|---|---|---|---|', ...lines].join('\n');
}

/** A line for each figure that is worse than in the record by more than a tenth. */
export function worseThan(record: Values, values: Values): string[] {
	return Object.values<Aim>(aims).flatMap((aim) =>
		aim.of.flatMap((figure) => {
			const name = rowName(aim, figure);
			const [value, before] = [values[name], record[name]];
			if (value === undefined || before === undefined || !isWorse(aim, value, before)) return [];
			return [`${name}: ${rounded(value)} ${aim.unit}, was ${rounded(before)}`];
		}),
	);
}
