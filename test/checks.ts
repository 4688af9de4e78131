/**
 * Every check of the project in one command (`npm test`): installs Chromium and Redis where they are missing, then runs
 * type check, lint with the layer rule, dead code, the build, unit and integration tests, end-to-end tests in real
 * Chromium, and the byte budget. Each check runs even if an earlier one failed, so that one run reports everything, and
 * the last lines name each failed test. The exit status is 1 if any failed.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import {
	type Finding,
	findingsOfPlaywright,
	findingsOfVitest,
	type VitestReport,
} from './checks/findings.ts';
import { runStep } from './checks/run-step.ts';
import { type CheckEnd, summaryOf } from './checks/summary.ts';

/** Executables that the tests start, and the Debian package of each. */
const executables = [
	{
		names: ['chromium', 'chromium-browser', 'google-chrome'],
		debianPackage: 'chromium',
		override: 'CHROMIUM_PATH',
	},
	{ names: ['redis-server', 'valkey-server'], debianPackage: 'redis-server', override: 'REDIS_SERVER_PATH' },
];

function onPath(name: string): boolean {
	return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
		try {
			accessSync(path.join(folder, name), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

/** Installs the missing executables with Debian's package manager. Exits with a hint if that is not possible. */
function installMissingPrograms(): void {
	const missing = executables.filter(({ names, override }) => !process.env[override] && !names.some(onPath));
	if (missing.length === 0) return;
	const packages = missing.map(({ debianPackage }) => debianPackage);
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	console.log(`Installing ${packages.join(' and ')}, which the tests need …`);
	for (const apt of [
		['apt-get', 'update', '-qq'],
		['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
	]) {
		const [command = '', ...args] = [...asRoot, ...apt];
		const { status } = spawnSync(command, args, {
			stdio: ['ignore', 'ignore', 'inherit'],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		});
		if (status !== 0) {
			const hints = missing.map(
				({ debianPackage, override }) => `install "${debianPackage}", or set ${override} to the path of one`,
			);
			console.error(`Could not install what the tests need. Please ${hints.join('; ')}.`);
			process.exit(1);
		}
	}
}

/** Folder of the reports that this command reads. */
const reports = path.resolve(import.meta.dirname, '../.checks');
const unitReport = path.join(reports, 'unit.json');
const browserReport = path.join(reports, 'e2e.json');

interface Check {
	name: string;
	script: string;
	args?: readonly string[];
	environment?: Readonly<Record<string, string>>;
	/** Reads the report of its tests, if it has any. */
	findings?: () => Promise<Finding[]>;
}

/** The fastest checks first. */
const checks: readonly Check[] = [
	{ name: 'type check', script: 'typecheck' },
	{ name: 'lint and layers', script: 'lint' },
	{ name: 'dead code', script: 'knip' },
	{ name: 'build', script: 'build' },
	{
		name: 'unit and integration',
		script: 'unit',
		args: ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
		findings: async () =>
			findingsOfVitest(JSON.parse(await readFile(unitReport, 'utf8')) as VitestReport, process.cwd()),
	},
	{
		name: 'end to end',
		script: 'e2e',
		args: ['--reporter=list,json'],
		environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
		findings: async () =>
			findingsOfPlaywright(JSON.parse(await readFile(browserReport, 'utf8')) as JSONReport),
	},
	{ name: 'bytes of a first visit', script: 'budget' },
];

installMissingPrograms();
await rm(reports, { recursive: true, force: true });
const results: (CheckEnd & { seconds: number })[] = [];
for (const { name, script, args = [], environment = {}, findings } of checks) {
	console.log(`\n── ${name} (npm run ${script})`);
	const end = await runStep(script, args, environment);
	// A run that ended before it wrote its report is described by what it printed.
	const found = (await findings?.().catch(() => [])) ?? [];
	results.push({ name, ...end, findings: found });
}

console.log('\n── totals');
for (const { name, passed, seconds } of results)
	console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
const failed = results.filter(({ passed }) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
for (const line of summaryOf(results)) console.log(line);
process.exitCode = failed === 0 ? 0 : 1;
