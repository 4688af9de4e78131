/** The table of variants and surfaces, and the sentences about what failed. */
import type { Row } from './run-variant.ts';
import type { Variant } from './variant.ts';

const marks = { ok: '·', said: 's', failed: 'X' } as const;

/** The heads of the columns: a letter each, with the names below. */
const letterOf = (index: number) => String.fromCharCode((index < 26 ? 65 : 71) + index);

/** The lines above the rows: which letter is which surface. */
export function tableHead(surfaces: readonly string[], width: number): string {
	const names = surfaces.map((name, index) => `${letterOf(index)} ${name}`);
	const legend = names.map((name, index) => (index % 6 === 5 ? `${name}\n` : name.padEnd(27)));
	const letters = surfaces.map((_name, index) => letterOf(index)).join(' ');
	return `${legend.join('').trimEnd()}\n· ok   s not available, and said so   X failed\n\n${''.padEnd(width)} ${letters}`;
}

/** A variant's line. */
export const tableRow = ({ name }: Variant, row: Row, surfaces: readonly string[], width: number): string =>
	`${name.padEnd(width)} ${surfaces.map((surface) => marks[row.get(surface)?.kind ?? 'failed']).join(' ')}`;

/** A sentence for each surface that failed. */
export const failuresOf = ({ name }: Variant, row: Row): string[] =>
	[...row].flatMap(([surface, outcome]) =>
		outcome.kind === 'failed' ? [`${name} / ${surface}: ${outcome.why}`] : [],
	);
