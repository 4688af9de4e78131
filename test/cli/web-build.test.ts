import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolveConfig } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { isWebBuildStale, lastFile } from '../../src/cli/web-build.ts';

it('the web app is built for production, whatever NODE_ENV is set during the build', async () => {
	const before = process.env.NODE_ENV;
	onTestFinished(() => {
		process.env.NODE_ENV = before;
	});
	const configFile = path.resolve(import.meta.dirname, '../../vite.config.ts');
	process.env.NODE_ENV = 'development';
	const { isProduction } = await resolveConfig({ configFile, logLevel: 'error' }, 'build');
	expect(isProduction).toBe(true);
});

it('an interrupted build is repeated', async () => {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'daybill-build-'));
	const [root, webDir] = [folder.path, path.join(folder.path, 'dist/web')];
	await writeFile(path.join(root, 'index.html'), '');
	await mkdir(webDir, { recursive: true });
	await writeFile(path.join(webDir, 'index.html'), '');
	expect(await isWebBuildStale(root, webDir)).toBe(true);
	await writeFile(path.join(webDir, lastFile), '');
	expect(await isWebBuildStale(root, webDir)).toBe(false);
});
