/**
 * `npm run mutation -- [target …] [--full]`: changes the code in many small ways and runs the tests each time; a change that
 * no test notices is a gap in them. Without a target, all of them. The exit status is 1 when a score is below
 * {@link minScore}. Results of unchanged code and tests are stored in `.bench/mutation`, so a second run is short; `--full` does
 * not use them.
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { type TargetName, targets, targetVariable } from './targets.ts';

/** Percentage of the changes that the tests must notice. */
const minScore = 85;

const names = Object.keys(targets) as TargetName[];
const { positionals, values } = parseArgs({ allowPositionals: true, options: { full: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !(names as string[]).includes(name));
if (unknown.length > 0) {
	console.error(`There is no target ${unknown.join(', ')}. The targets are ${names.join(', ')}.`);
	process.exit(2);
}
const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));

const table: Record<string, object> = {};
for (const name of chosen) {
	process.env[targetVariable] = name;
	const files = `.bench/mutation/${name.replace('/', '-')}`;
	const mutants = await new Stryker({
		mutate: [targets[name].mutate],
		testRunner: 'vitest',
		// `related` would add every test that imports the code somehow, such as those of the whole web app.
		vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
		coverageAnalysis: 'perTest',
		concurrency: 2,
		incremental: true,
		// Stryker keeps the result of a constant of a module although a test for it was added.
		force: values.full === true,
		incrementalFile: `${files}.incremental.json`,
		tempDirName: '.bench/mutation/tmp',
		ignorePatterns: ['.bench', 'data', 'dist', 'docs', 'playwright-report', 'public', 'test-results'],
		// Stryker would read a real one with TypeScript's API for JavaScript, which TypeScript 7 does not have.
		tsconfigFile: 'unused',
		// Vitest removes types without checking them.
		disableTypeChecks: false,
		reporters: ['clear-text', 'progress', 'json', 'html'],
		clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
		jsonReporter: { fileName: `${files}.json` },
		htmlReporter: { fileName: `${files}.html` },
	}).runMutationTest();
	const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const unnoticed = count('Survived', 'NoCoverage');
	const score = (100 * noticed) / (noticed + unnoticed);
	if (!(score >= minScore)) process.exitCode = 1;
	table[name] = { noticed, unnoticed, 'score %': Number(score.toFixed(1)) };
}
console.table(table);
