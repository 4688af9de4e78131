import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Finding, findingsOfPlaywright, findingsOfVitest, type VitestReport } from './findings.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder = '';

/** A test that fails, one that passes when it is repeated, and one that passes, for either program. */
const threeTests = (program: string) => `
	import { existsSync, writeFileSync } from 'node:fs';
	import { expect, test } from '${program}';
	test.describe('sums', () => {
		test('is never right', () => { expect(1 + 1).toBe(3); });
	});
	test('is right the second time', () => {
		const isSecond = existsSync(import.meta.dirname + '/ran');
		writeFileSync(import.meta.dirname + '/ran', '');
		expect(isSecond).toBe(true);
	});
	test('is right', () => { expect(1).toBe(1); });
`;

/** Runs one of the installed programs. @returns the folder of its own, and the report that it wrote */
async function run(
	program: string,
	files: Record<string, string>,
	args: readonly string[],
): Promise<{ own: string; report: unknown }> {
	const own = await mkdtemp(path.join(folder, 'run-'));
	for (const [name, text] of Object.entries(files)) await writeFile(path.join(own, name), text);
	const report = path.join(own, 'report.json');
	const { CI: _, VITEST: __, ...environment } = process.env;
	const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
		cwd: own,
		env: { ...environment, REPORT: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
		stdio: 'ignore',
	});
	await once(child, 'exit');
	return { own, report: JSON.parse(await readFile(report, 'utf8')) };
}

/** Both programs name the same tests and errors, and differ in how much an error says. */
function expectThreeTests(inAnyOrder: readonly Finding[]): void {
	const found = inAnyOrder
		.map(
			({ test, passedOnRetry, error }) =>
				`${passedOnRetry ? 'repeated' : 'failed'}: ${test}: ${error.join(' ')}`,
		)
		.toSorted();
	expect(found).toHaveLength(2);
	expect(found[0]).toMatch(
		/^failed: three\.test\.ts › sums › is never right.*(expected 2 to be 3|Expected: 3).*at .*three\.test\.ts:5/,
	);
	expect(found[1]).toMatch(/^repeated: three\.test\.ts › is right the second time/);
}

beforeAll(async () => {
	await mkdir(path.join(root, '.checks'), { recursive: true });
	folder = await mkdtemp(path.join(root, '.checks/findings-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('names the failed and the repeated tests of Vitest, and files that do not load', async () => {
	const { own, report } = await run(
		'vitest/vitest.mjs',
		{ 'three.test.ts': threeTests('vitest'), 'broken.test.ts': "throw new Error('does not load');" },
		['run', '--retry=1', '--reporter=json', '--outputFile.json=report.json', '--root=.'],
	);
	const found = findingsOfVitest(report as VitestReport, own);
	const broken = found.filter(({ test }) => test === 'broken.test.ts');
	expect(broken).toMatchObject([{ passedOnRetry: false }]);
	expect(broken[0]?.error.join('\n')).toContain('does not load');
	expectThreeTests(found.filter((each) => !broken.includes(each)));
});

it('names the failed and the repeated tests of Playwright', async () => {
	const config = "export default { retries: 1, workers: 1, reporter: 'json', use: {} };";
	const { report } = await run(
		'@playwright/test/cli.js',
		{ 'three.test.ts': threeTests('@playwright/test'), 'playwright.config.ts': config },
		['test'],
	);
	expectThreeTests(findingsOfPlaywright(report as JSONReport));
});
