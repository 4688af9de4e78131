/**
 * `npm run mutation -- [target …] [--full]`: makes many small changes to the code and runs the tests on each;
 * a change that no test detects is a gap in the tests. Runs all targets by default. Exits with 1 if a score
 * is below {@link minScore}. Results for unchanged code and tests are stored in `.bench/mutation`, so that a
 * second run is short; `--full` ignores them.
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { type TargetName, targets, targetVariable } from './targets.ts';

/** Percentage of the changes that the tests must detect. */
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
		// `related` would add every test that imports the code indirectly, such as those of the whole web app.
		vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
		coverageAnalysis: 'perTest',
		concurrency: 2,
		// Not worth the time: tests don't assert constants, and each static mutant would need every test.
		ignoreStatic: true,
		incremental: true,
		// Incremental mode does not notice changes in modules that tests import.
		force: values.full === true,
		incrementalFile: `${files}.incremental.json`,
		tempDirName: '.bench/mutation/tmp',
		ignorePatterns: ['.bench', '/data', '/dist', '/docs', '/playwright-report', '/public', '/test-results'],
		// With a real file, Stryker would need TypeScript's JavaScript API, which TypeScript 7 lacks.
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
