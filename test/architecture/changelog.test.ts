/** `.changeset`: what a release will write, tried on a copy of the package. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder = '';

const readVersion = async (at: string) =>
	(JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8')) as { version: string }).version;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'daybill-changelog-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	for (const file of ['package.json', 'package-lock.json', '.changeset'])
		await cp(path.join(root, file), path.join(folder, file), { recursive: true });
	await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
	await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder });
});

const changeset = (...args: string[]) =>
	run(process.execPath, [path.join(root, 'node_modules/@changesets/cli/bin.js'), ...args], { cwd: folder });

it('a release takes every change into the changelog, and raises the version by the largest of them', async () => {
	await mkdir(path.join(folder, '.changeset'), { recursive: true });
	const change = '---\n"daybill": major\n---\n\nThe embed has another URL.\n';
	await writeFile(path.join(folder, '.changeset/another-url.md'), change);
	await changeset('version');
	const [before = 0] = (await readVersion(root)).split('.').map(Number);
	expect(await readVersion(folder)).toBe(`${before + 1}.0.0`);
	const changelog = await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8');
	expect(changelog).toContain(`## ${before + 1}.0.0`);
	expect(changelog).toContain('The embed has another URL.');
});
