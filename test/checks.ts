/**
 * Every check of the project in one command (`npm test`): installs browsers, Redis and HAProxy where they are missing, then runs
 * type check, lint with the layer rule, dead code, the package with the build in it, unit and integration tests, end-to-end
 * tests in real Chromium, journeys in other engines, and the byte budget. Those that leave a core free run beside each other.
 * Each check runs even if an earlier one failed, so that one run reports everything, and the last lines name each failed test.
 * The exit status is 1 if any failed.
 */
import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { judged } from './bench/aims.ts';
import { save } from './bench/report.ts';
import { headlessShell, wholeChromium } from './checks/chromium.ts';
import { enginePrograms } from './checks/engines.ts';
import {
	type Finding,
	findingsOfPlaywright,
	findingsOfVitest,
	type VitestReport,
} from './checks/findings.ts';
import {
	findProgram,
	haproxy,
	openssl,
	type Program,
	packageManager,
	promtool,
	redis,
	remedyOf,
} from './checks/programs.ts';
import { type Command, runStep } from './checks/run-step.ts';
import { type CheckEnd, summaryOf } from './checks/summary.ts';

/** Most checks need them. */
const programs = [wholeChromium, redis, openssl];
/** One check needs them, and says what to do where they are missing. */
const otherEngines = Object.values(enginePrograms);

const isMissing = (program: Program) => findProgram(program) === undefined;

/** Runs apt-get, as root or with password-less sudo. */
function apt(...args: string[]): void {
	const [command = '', ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args];
	spawnSync(command, rest, {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
}

function install(missing: readonly Program[]): void {
	if (missing.length === 0) return;
	const packages = missing.map(({ debianPackage }) => debianPackage);
	console.log(`Installing ${packages.join(' and ')}, which the tests need …`);
	apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** Installs programs where that needs no question: on Debian. */
function installMissingPrograms(): void {
	const wanted = [...programs, headlessShell, ...otherEngines, promtool, haproxy];
	if (wanted.some(isMissing) && packageManager() === 'apt-get') {
		apt('update', '-qq');
		install(wanted.filter(isMissing));
		// It installs nothing where it does not have one of the packages, so what is missing then is tried alone.
		for (const program of wanted) if (isMissing(program)) install([program]);
	}
	const stillMissing = programs.filter(isMissing);
	if (stillMissing.length === 0) return;
	const names = stillMissing.map(({ debianPackage }) => debianPackage).join(' and ');
	console.error(`The tests need ${names}. ${remedyOf(stillMissing)}`);
	process.exit(1);
}

/** Folder of the reports that this command reads. */
const reports = path.resolve(import.meta.dirname, '../.checks');
const unitReport = path.join(reports, 'unit.json');
const browserReport = path.join(reports, 'e2e.json');
const enginesReport = path.join(reports, 'browsers.json');
// Not package.json: programs that run in a folder below would take it for that of a package.
const packageReport = path.join(reports, 'installed-package.json');

interface Check {
	name: string;
	command: Command;
	args?: readonly string[];
	environment?: Readonly<Record<string, string>>;
	/** Reads the report of its tests, if it has any. */
	findings?: () => Promise<Finding[]>;
}

/** Arguments that make Vitest write a report, and what reads it. */
function vitestReport(file: string): Pick<Check, 'args' | 'findings'> {
	return {
		args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
		findings: async () =>
			findingsOfVitest(JSON.parse(await readFile(file, 'utf8')) as VitestReport, process.cwd()),
	};
}

/** Checks that run one after the other. */
type Lane = readonly Check[];

/**
 * One stage after the other; the lanes of a stage run at once, and what the first one prints is shown as it comes. Packing
 * builds the web app, which the stages after it take as it is. The other checks of its stage use one core each, and read
 * nothing that it writes but the messages, which are there before: `npm run typecheck` and `unit` would compile them again.
 */
const stages: readonly (readonly Lane[])[] = [
	[
		[
			{ name: 'type check', command: ['exec', 'tsc'] },
			{ name: 'installed package', command: ['run', 'package'], ...vitestReport(packageReport) },
		],
		[
			{ name: 'alert rules', command: ['run', 'alerts'] },
			{ name: 'lint and layers', command: ['run', 'lint'] },
			{ name: 'dead code', command: ['run', 'knip'] },
		],
	],
	[[{ name: 'unit and integration', command: ['exec', 'vitest', 'run'], ...vitestReport(unitReport) }]],
	// Engines mostly wait; the end-to-end tests work.
	[
		[
			{
				name: 'end to end',
				command: ['run', 'e2e'],
				args: ['--reporter=list,json'],
				environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
				findings: async () =>
					findingsOfPlaywright(JSON.parse(await readFile(browserReport, 'utf8')) as JSONReport),
			},
		],
		[{ name: 'other engines', command: ['run', 'browsers'], ...vitestReport(enginesReport) }],
	],
	[[{ name: 'bytes of a first visit', command: ['run', 'budget'] }]],
];

type Result = CheckEnd & { seconds: number };

/** @param isShown whether what it prints is shown as it comes: otherwise it is shown whole when it has ended */
async function run(
	{ name, command, args = [], environment = {}, findings }: Check,
	isShown: boolean,
): Promise<Result> {
	const heading = `\n── ${name} (npm ${command.join(' ')})`;
	const printed: Buffer[] = [];
	if (isShown) console.log(heading);
	const end = await runStep(
		command,
		args,
		environment,
		isShown ? undefined : (chunk) => void printed.push(chunk),
	);
	if (!isShown) console.log(`${heading}\n${Buffer.concat(printed)}`);
	// A run that ended before it wrote its report is described by what it printed.
	const found = (await findings?.().catch(() => [])) ?? [];
	return { name, ...end, findings: found };
}

async function runLane(lane: Lane, isShown: boolean): Promise<Result[]> {
	const results: Result[] = [];
	for (const check of lane) results.push(await run(check, isShown));
	return results;
}

installMissingPrograms();
const startedAt = performance.now();
await rm(reports, { recursive: true, force: true });
await runStep(['run', 'messages'], [], {});
const results: Result[] = [];
for (const lanes of stages)
	results.push(...(await Promise.all(lanes.map((lane, index) => runLane(lane, index === 0)))).flat());

console.log('\n── totals');
for (const { name, passed, seconds } of results)
	console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
const failed = results.filter(({ passed }) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
for (const line of summaryOf(results)) console.log(line);
// For the table of `npm run bench`. A run that failed ended early, or waited for something.
if (failed === 0) await save('test', [judged('test', (performance.now() - startedAt) / 60_000)]);
process.exitCode = failed === 0 ? 0 : 1;
