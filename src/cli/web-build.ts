/** Builds the web app if it is missing or older than its sources, so that one command starts everything. */
import { execFile } from 'node:child_process';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const sources = [
	'index.html',
	'vite.config.ts',
	'package-lock.json',
	'public/**/*',
	'src/contract/**/*',
	'src/web/!(i18n)/**/*',
	'src/web/i18n/*',
	'src/web/i18n/messages/**/*',
];

/** Written last into the built app's folder. If it is missing, the build was interrupted. */
export const lastFile = '.built';

const modified = async (file: string): Promise<number> => {
	const entry = await stat(file).catch(() => null);
	return entry?.isFile() ? entry.mtimeMs : 0;
};

/** Whether the built app is missing, incomplete, or older than one of its sources. */
export async function isWebBuildStale(root: string, webDir: string): Promise<boolean> {
	const builtAt = await modified(path.join(webDir, lastFile));
	if (builtAt === 0) return true;
	for await (const file of glob(sources, { cwd: root })) {
		if ((await modified(path.join(root, file))) > builtAt) return true;
	}
	return false;
}

/**
 * Compiles the messages, then builds the app for the BFF into `dist/server` and for browsers into `dist/web`. The two
 * builds run at the same time, in processes of their own, whose output is shown only if they fail.
 */
export async function buildWeb(root: string): Promise<void> {
	const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });
	const vite = path.join(root, 'node_modules/vite/bin/vite.js');
	await run('--run', 'messages');
	await Promise.all([run(vite, 'build', '--ssr', 'src/web/app/server-entry.tsx'), run(vite, 'build')]);
}
