/**
 * A build of the web app in the pseudo-locale, in a folder of its own: what people load has nothing of it. English stands
 * for the pseudo-locale from left to right, and Arabic for the mirrored one.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from '@inlang/paraglide-js';
import { build, type InlineConfig, type Plugin } from 'vite';
import { isWebBuildStale } from '../../src/cli/web-build.ts';
import { directionOf, type Locale } from '../../src/contract/bff-api/preferences.ts';
import { pseudoFile } from './pseudo.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.pseudo');
const i18n = path.join(root, 'src/web/i18n');

/** Folder of the build for browsers. The one for the BFF is beside it. */
export const pseudoWebDir = path.join(folder, 'web');

/** The languages whose texts are replaced. */
export const pseudoLocales = ['en', 'ar'] as const satisfies readonly Locale[];

interface Project {
	modules: string[];
	locales: string[];
	'plugin.inlang.messageFormat': { pathPattern: string[] };
}

/** Writes messages of the pseudo-locale, and compiles them. @returns folder of the compiled messages, one file for each language */
async function compileMessages(): Promise<string> {
	const settings = JSON.parse(
		await readFile(path.join(i18n, 'project.inlang/settings.json'), 'utf8'),
	) as Project;
	const files = settings['plugin.inlang.messageFormat'].pathPattern;
	const pathPattern = files.map(
		(file) => `./messages/{locale}/${path.basename(path.dirname(file))}-${path.basename(file)}`,
	);
	for (const locale of pseudoLocales) {
		await mkdir(path.join(folder, 'messages', locale), { recursive: true });
		for (const [index, file] of files.entries()) {
			const english = await readFile(path.resolve(i18n, file.replace('{locale}', 'en')), 'utf8');
			const target = path.join(folder, (pathPattern[index] ?? '').replace('{locale}', locale));
			await writeFile(target, pseudoFile(english, directionOf(locale) === 'rtl'));
		}
	}
	const project = path.join(folder, 'project.inlang');
	await mkdir(project, { recursive: true });
	const modules = settings.modules.map((file) => path.relative(folder, path.resolve(i18n, file)));
	await writeFile(
		path.join(project, 'settings.json'),
		JSON.stringify({
			...settings,
			locales: pseudoLocales,
			modules,
			'plugin.inlang.messageFormat': { pathPattern },
		}),
	);
	const outdir = path.join(folder, 'compiled');
	await compile({ project, outdir, outputStructure: 'locale-modules' });
	return path.join(outdir, 'messages');
}

/** Builds it into `.pseudo`, unless that is newer than the sources. */
export async function buildPseudo(): Promise<void> {
	const own = (await readdir(import.meta.dirname)).map((file) => `test/pseudo/${file}`);
	if (!(await isWebBuildStale(root, pseudoWebDir, own))) return;
	await rm(folder, { recursive: true, force: true });
	const messages = await compileMessages();
	const pseudoMessages: Plugin = {
		name: 'daybill-pseudo-messages',
		enforce: 'pre',
		load(id) {
			const locale = pseudoLocales.find((each) => id.endsWith(`/i18n/generated/messages/${each}.js`));
			return locale && readFile(path.join(messages, `${locale}.js`), 'utf8');
		},
	};
	const options: InlineConfig = { root, logLevel: 'warn', plugins: [pseudoMessages] };
	const outDir = path.join(folder, 'server');
	await build({ ...options, build: { ssr: 'src/web/app/server-entry.tsx', outDir } });
	await build({ ...options, build: { outDir: pseudoWebDir } });
}
