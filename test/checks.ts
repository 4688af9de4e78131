/**
 * `npm test`: prints a line for each check, and the full output of those that fail. CI retries failed
 * tests. On Debian, installs missing programs first. Runs every check, and exits with status 1 if one failed.
 */
import { exec, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';
import {
	findProgram,
	firefox,
	hasApt,
	headlessShell,
	needed,
	needsWebkit,
	remedyOf,
	webkitDriver,
	xvfb,
} from './programs.ts';

/** Commands by name. */
type Commands = Readonly<Record<string, string>>;

/**
 * The commands of a row run concurrently, `idle` ones at low priority, on cores that the others leave idle. `build` is
 * first, because all others read the messages or the app that it builds. `other engines` mostly waits, so `unit` runs
 * beside it.
 */
const rows: readonly { main: Commands; idle?: Commands }[] = [
	{ main: { build: 'npm run prepack' } },
	{
		main: { package: 'vitest run --config test/package/vitest.config.ts' },
		// One type checker, since several would each read the same types.
		idle: { 'lint, dead code and types': 'npm run lint && npm run knip && tsc --checkers 1' },
	},
	{
		main: {
			unit: 'vitest run --project=!computing',
			'other engines': 'npm run browsers',
			bytes: 'npm run budget',
		},
	},
	{
		main: { 'end to end': 'npm run e2e' },
		idle: { 'unit, computing': 'vitest run --project=computing --maxWorkers=1' },
	},
];

function installMissingPrograms(): void {
	const wanted = [...needed, headlessShell, firefox, ...(needsWebkit ? [webkitDriver, xvfb] : [])];
	const missing = wanted.filter((program) => findProgram(program) === undefined);
	if (missing.length > 0 && hasApt) {
		console.log(`Installing ${missing.map(({ debianPackage }) => debianPackage).join(', ')} …`);
		const apt = `${process.getuid?.() === 0 ? '' : 'sudo -n '}apt-get -qq`;
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		// One by one, because apt-get installs none of several packages if one doesn't exist.
		for (const step of [
			'update',
			...missing.map(({ debianPackage }) => `install -y --no-install-recommends ${debianPackage}`),
		])
			spawnSync(`${apt} ${step}`, { shell: true, stdio: ['ignore', 'ignore', 'inherit'], env });
	}
	const lacking = needed.filter((program) => findProgram(program) === undefined);
	if (lacking.length === 0) return;
	console.error(`The tests need more programs. ${remedyOf(lacking)}`);
	process.exit(1);
}

/** @returns whether it passed */
async function run(name: string, command: string, isIdle: boolean): Promise<boolean> {
	const startedAt = performance.now();
	const running = promisify(exec)(command, { maxBuffer: 2 ** 28 });
	if (isIdle && running.child.pid !== undefined)
		setPriority(running.child.pid, constants.priority.PRIORITY_LOW);
	const output = await running.then(
		() => undefined,
		({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
	);
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	console.log(`${output === undefined ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
	if (output !== undefined) console.log(output);
	return output === undefined;
}

installMissingPrograms();
const startedAt = performance.now();
const failed: string[] = [];
const runAll = (commands: Commands, isIdle: boolean) =>
	Object.entries(commands).map(async ([name, command]) => {
		if (!(await run(name, command, isIdle))) failed.push(name);
	});
for (const { main, idle = {} } of rows) await Promise.all([...runAll(main, false), ...runAll(idle, true)]);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(failed.length === 0 ? `All passed in ${minutes} min.` : `FAILED: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
