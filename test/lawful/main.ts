/** `npm run lawful`: tries every variant on every surface, and prints the table; see {@link help}. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { type Row, runVariant, surfaceNames } from './run-variant.ts';
import { failuresOf, tableHead, tableRow } from './table.ts';
import type { Variant } from './variant.ts';
import { variants } from './variants/all.ts';

const help = `npm run lawful [-- options variant …]

Tries every variant, or those that are named, on every surface, and prints the table. Exits with 1 when something failed.

  --said   also prints what was said where a surface is not available
  --list   prints what each variant does, and tries none
  --help   prints this`;

const flag = { type: 'boolean', default: false } as const;
const { values, positionals } = parseArgs({
	options: { said: flag, list: flag, help: flag },
	allowPositionals: true,
});
const list = variants.map(({ name, does }) => `  ${name}: ${does}`).join('\n');
if (values.help || values.list) {
	console.log(values.help ? help : list);
	process.exit(0);
}
const unknown = positionals.filter((name) => !variants.some((variant) => variant.name === name));
if (unknown.length > 0) {
	console.error(`There is no variant ${unknown.join(', ')}. There are:\n${list}`);
	process.exit(2);
}

const root = path.resolve(import.meta.dirname, '../..');
if (await isWebBuildStale(root, path.join(root, 'dist/web'))) await buildWeb(root);
// A copy: the run takes minutes, and somebody may build again meanwhile.
const build = await mkdtemp(path.join(tmpdir(), 'daybill-lawful-'));
await cp(path.join(root, 'dist'), build, { recursive: true });
const webDir = path.join(build, 'web');

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
await rm(build, { recursive: true, force: true });

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
