/** One command builds and starts everything. */
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

/** If it is missing, the build was interrupted. */
export const lastFile = '.built';

const modified = async (file: string): Promise<number> => {
	const entry = await stat(file).catch(() => null);
	return entry?.isFile() ? entry.mtimeMs : 0;
};

export async function isWebBuildStale(root: string, webDir: string): Promise<boolean> {
	const builtAt = await modified(path.join(webDir, lastFile));
	if (builtAt === 0) return true;
	for await (const file of glob(sources, { cwd: root })) {
		if ((await modified(path.join(root, file))) > builtAt) return true;
	}
	return false;
}

/**
 * The modification time of `lastFile` counts for both builds. Vite is loaded only if needed. Its warnings are
 * for people who run `npm run build`.
 */
export async function buildWeb(root: string): Promise<void> {
	const { build } = await import('vite');
	await build({ root, logLevel: 'error', build: { ssr: 'src/web/app/server-entry.tsx' } });
	await build({ root, logLevel: 'error' });
}
