/**
 * `npm test`: every check of the project, with one line for each, and the whole output of those that fail. Installs browsers and
 * Redis first where they are missing and this is Debian. Exit status 1 if a check failed; the others run all the same.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { judged } from './bench/aims.ts';
import { save } from './bench/report.ts';
import {
	findProgram,
	firefox,
	hasApt,
	headlessShell,
	needsWebkit,
	openssl,
	type Program,
	promtool,
	redis,
	remedyOf,
	webkitDriver,
	wholeChromium,
	xvfb,
} from './programs.ts';

const needed = [wholeChromium, redis, openssl];
const webkit = needsWebkit ? [webkitDriver, xvfb] : [];
const isMissing = (program: Program) => findProgram(program) === undefined;

/** Runs apt-get, as root or with password-less sudo. */
function apt(...args: string[]): void {
	const [command = '', ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args];
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

function installMissingPrograms(): void {
	const missing = [...needed, headlessShell, firefox, ...webkit, promtool].filter(isMissing);
	if (missing.length > 0 && hasApt) {
		console.log(`Installing ${missing.map(({ debianPackage }) => debianPackage).join(', ')} …`);
		apt('update', '-qq');
		// One by one: apt-get installs nothing where it does not have one of the packages.
		for (const { debianPackage } of missing)
			apt('install', '-y', '-qq', '--no-install-recommends', debianPackage);
	}
	if (!needed.some(isMissing)) return;
	console.error(`The tests need more programs. ${remedyOf(needed.filter(isMissing))}`);
	process.exit(1);
}

/** Checks by name, each an npm script or a program of node_modules with its arguments. Those of a row run at once. */
const rows: readonly Readonly<Record<string, string>>[] = [
	{ types: 'run typecheck' },
	{ lint: 'run lint', 'dead code': 'run knip', alerts: 'run alerts' },
	{ package: 'run package' },
	{ unit: 'exec vitest run' },
	{ 'end to end': 'run e2e' },
	{ 'other engines': 'run browsers' },
	{ bytes: 'run budget' },
];

/** @returns whether it passed */
async function run(name: string, command: string): Promise<boolean> {
	const startedAt = performance.now();
	const [verb = '', ...words] = command.split(' ');
	const args = [verb, '--silent', ...(verb === 'exec' ? ['--', ...words] : words)];
	const child = spawn('npm', args, {
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	const printed: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => void printed.push(chunk));
	const [status] = (await once(child, 'close')) as [number | null];
	const output = Buffer.concat(printed).toString();
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
	if (status !== 0) console.log(output);
	return status === 0;
}

installMissingPrograms();
const startedAt = performance.now();
const failed: string[] = [];
for (const row of rows)
	await Promise.all(
		Object.entries(row).map(async ([name, command]) => {
			if (!(await run(name, command))) failed.push(name);
		}),
	);
console.log(failed.length === 0 ? 'All passed.' : `FAILED: ${failed.join(', ')}`);
if (failed.length === 0) await save('test', [judged('test', (performance.now() - startedAt) / 60_000)]);
process.exitCode = failed.length === 0 ? 0 : 1;
