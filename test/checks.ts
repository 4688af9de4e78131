/**
 * Every check of the project in one command (`npm test`): installs Chromium and Redis where they are missing, then runs
 * type check, lint with the layer rule, dead code, unit and integration tests, end-to-end tests in real Chromium, and the
 * byte budget. Each check runs even if an earlier one failed, so that one run reports everything. The exit status is 1 if
 * any failed.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

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

/** The fastest checks first. */
const checks = [
	{ name: 'type check', script: 'typecheck' },
	{ name: 'lint and layers', script: 'lint' },
	{ name: 'dead code', script: 'knip' },
	{ name: 'unit and integration', script: 'unit' },
	{ name: 'end to end', script: 'e2e' },
	{ name: 'bytes of a first visit', script: 'budget' },
];

installMissingPrograms();
const results = checks.map(({ name, script }) => {
	console.log(`\n── ${name} (npm run ${script})`);
	const startedAt = performance.now();
	const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
	return { name, passed: status === 0, seconds: Math.round((performance.now() - startedAt) / 1000) };
});

console.log('\n── totals');
for (const { name, passed, seconds } of results)
	console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
const failed = results.filter(({ passed }) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
