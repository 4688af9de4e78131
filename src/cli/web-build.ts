/** Builds the web app if it is missing or older than its sources, so that one command starts everything. */
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';

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

/** Written last into the built app's folder; if this file is missing, the build was interrupted. */
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
 * Builds the app for the BFF into `dist/server`, then for browsers into `dist/web`. The modification time of
 * `lastFile` counts for both. Vite is loaded only here, since starting with a fresh build doesn't need it. Only
 * `npm run build` shows its warnings.
 */
export async function buildWeb(root: string): Promise<void> {
	const { build } = await import('vite');
	await build({ root, logLevel: 'error', build: { ssr: 'src/web/app/server-entry.tsx' } });
	await build({ root, logLevel: 'error' });
}
