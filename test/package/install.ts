/** The package as npm packs it, installed into an empty folder. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { npm } from './npm.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function runNpm(cwd: string, args: readonly string[]): Promise<string> {
	const start = npm(args);
	const { stdout } = await promisify(execFile)(start.command, start.args, {
		cwd,
		shell: start.shell,
		maxBuffer: 16 * 1024 * 1024,
	});
	return stdout;
}

export interface Installed {
	/** The folder in which it is installed. */
	folder: string;
	/** Files of the tarball, with their paths inside it. */
	files: readonly string[];
	remove(): Promise<void>;
}

/** Packs this project, and installs the tarball with its runtime dependencies from the npm registry. */
export async function installPackage(): Promise<Installed> {
	const folder = await mkdtemp(path.join(tmpdir(), 'daybill-package-'));
	const printed = await runNpm(root, ['pack', '--json', '--pack-destination', folder]);
	// npm prints the output of the build first.
	const [packed] = JSON.parse(printed.slice(printed.search(/^\[$/m))) as [
		{ filename: string; files: { path: string }[] },
	];
	await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
	const tarball = path.join(folder, packed.filename);
	await runNpm(folder, ['install', '--omit=dev', '--no-audit', '--no-fund', tarball]);
	return {
		folder,
		files: packed.files.map((file) => file.path),
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
