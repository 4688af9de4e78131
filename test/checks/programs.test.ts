import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findProgram, type Program, redis, remedyOf } from './programs.ts';

const browser: Program = {
	names: ['browser'],
	override: 'BROWSER_PATH',
	debianPackage: 'browser',
	packages: { brew: '--cask browser', winget: 'Some.Browser' },
	otherwise: '`npx install-browser`',
};

/** A folder with executable files of these names, as the only one in PATH. */
async function systemWith(...names: string[]): Promise<{ PATH: string }> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-programs-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	for (const name of names) {
		const file = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
		await writeFile(file, '');
		await chmod(file, 0o755);
	}
	return { PATH: folder };
}

describe('a program is found', () => {
	it('where its variable says, whatever else there is', async () => {
		const environment = { ...(await systemWith('browser')), BROWSER_PATH: '/mine' };
		expect(findProgram(browser, environment)).toBe('/mine');
	});

	it('in PATH under any of its names, and then in its usual places', async () => {
		const system = await systemWith('valkey-server');
		expect(findProgram(redis, system)).toContain(path.join(system.PATH, 'valkey-server'));
		const elsewhere = findProgram(redis, system) ?? '';
		const program: Program = { ...browser, places: () => [undefined, '/no/such/file', elsewhere] };
		expect(findProgram(program, system)).toBe(elsewhere);
	});

	it('nowhere, if no file can be executed', async () => {
		expect(findProgram(browser, await systemWith())).toBeUndefined();
		expect(findProgram({ ...browser, places: () => ['/no/such/file'] }, {})).toBeUndefined();
	});
});

describe('the remedy for missing programs', () => {
	it.each([
		['apt-get', '`sudo apt-get install --no-install-recommends browser redis-server`'],
		['dnf', '`sudo dnf install browser valkey`'],
		['pacman', '`sudo pacman -S browser valkey`'],
		['zypper', '`sudo zypper install browser redis`'],
		['apk', '`sudo apk add browser redis`'],
		['brew', '`brew install --cask browser` and `brew install redis`'],
		['winget', '`winget install Some.Browser Memurai.MemuraiDeveloper`'],
	])('names the commands of a system with %s', async (manager, commands) => {
		expect(remedyOf([browser, redis], await systemWith(manager))).toBe(
			`Run ${commands}, or \`npx install-browser\`, or set BROWSER_PATH, REDIS_SERVER_PATH to the path of the executable file.`,
		);
	});

	it('names what is missing on any other system', async () => {
		expect(remedyOf([redis], await systemWith())).toBe(
			'Install redis-server, or set REDIS_SERVER_PATH to the path of the executable file.',
		);
	});
});
