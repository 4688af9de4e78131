/**
 * `npm run lawful [-- variant …]`: tries every variant on every surface, prints the table, and exits with 1 when something
 * failed. `--said` also prints what was said where a surface is not available.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { type Row, runVariant, surfaceNames } from './run-variant.ts';
import { failuresOf, tableHead, tableRow } from './table.ts';
import type { Variant } from './variant.ts';
import { variants } from './variants/all.ts';

const { values, positionals } = parseArgs({
	options: { said: { type: 'boolean', default: false } },
	allowPositionals: true,
});
const unknown = positionals.filter((name) => !variants.some((variant) => variant.name === name));
if (unknown.length > 0) {
	console.error(`There is no variant ${unknown.join(', ')}. There are:`);
	for (const { name, does } of variants) console.error(`  ${name}: ${does}`);
	process.exit(2);
}

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
if (await isWebBuildStale(root, webDir)) await buildWeb(root);

const chosen =
	positionals.length === 0 ? variants : variants.filter(({ name }) => positionals.includes(name));
const width = Math.max(...chosen.map(({ name }) => name.length));
console.log(tableHead(surfaceNames, width));
const rows: [Variant, Row][] = [];
for (const variant of chosen) {
	const row = await runVariant(variant, webDir, true);
	rows.push([variant, row]);
	console.log(tableRow(variant, row, surfaceNames, width));
}

const failures = rows.flatMap(([variant, row]) => failuresOf(variant, row));
const outcomes = rows.flatMap(([, row]) => [...row.values()]);
const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
if (values.said) {
	console.log('');
	for (const [variant, row] of rows)
		for (const [surface, outcome] of row)
			if (outcome.kind === 'said') console.log(`${variant.name} / ${surface}: ${outcome.words}`);
}
console.log(
	`\n${chosen.length} variants on ${surfaceNames.length} surfaces: ${count('ok')} ok, ${count('said')} said, ${count('failed')} failed`,
);
for (const failure of failures) console.log(failure);
process.exit(failures.length === 0 ? 0 : 1);
