/**
 * `npm run budget`: compares the Brotli bytes of a first visit to a city's list with the budget of design §9, and prints those of each further route.
 * Exits 1 when a budget is exceeded. Reads the build, and makes it first when it is stale.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readLanguageFiles } from '../../src/bff/pages/language-files.ts';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { type Locale, locales } from '../../src/contract/bff-api/preferences.ts';
import { type Row, report } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
/** Kilobytes, Brotli. The script budget is for each language. */
const budgets = { script: 96, style: 12 };

interface Chunk {
	file: string;
	css?: string[];
	imports?: string[];
	isEntry?: boolean;
}

if (await isWebBuildStale(root, webDir)) await buildWeb(root);
const manifest = JSON.parse(await readFile(path.join(webDir, '.vite/manifest.json'), 'utf8')) as Record<
	string,
	Chunk
>;

/** Files of a chunk and of its static imports. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
	const chunk = manifest[key];
	if (chunk === undefined || seen.has(chunk.file)) return seen;
	for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
	for (const other of chunk.imports ?? []) filesOf(other, seen);
	return seen;
}

/** Bytes of a file as the BFF sends it: as Brotli, which the build does not write for the smallest files. */
async function sentBytes(file: string): Promise<number> {
	const brotli = await stat(`${file}.br`).catch(() => null);
	return brotli === null ? (await stat(file)).size : brotli.size;
}

async function kilobytes(files: Iterable<string>, extension: string): Promise<number> {
	let bytes = 0;
	for (const file of files) if (file.endsWith(extension)) bytes += await sentBytes(path.join(webDir, file));
	return bytes / 1024;
}

const first = filesOf('index.html');
/** The script inside the HTML. */
const [, start = ''] =
	/<script data-start>(.*?)<\/script>/s.exec(await readFile(path.join(webDir, 'index.html'), 'utf8')) ?? [];
const { localize, importMap } = readLanguageFiles(webDir);
/** The files that a browser loads for a page in this language. */
const inLanguage = (files: Iterable<string>, locale: Locale) =>
	[...files].map((file) => localize(`"/${file}"`, locale).slice(2, -1));
const compressed = (code: string) => brotliCompressSync(code).length / 1024;
const scriptRows = locales.map(async (locale): Promise<Row> => {
	const inline = compressed(start) + compressed(importMap(locale) ?? '');
	const script = inline + (await kilobytes(inLanguage(first, locale), '.js'));
	return {
		what: `first visit to a list: script, ${locale}`,
		value: script,
		unit: 'KB',
		aim: `at most ${budgets.script}`,
		met: script <= budgets.script,
	};
});
const style = await kilobytes(first, '.css');
const rows: Row[] = [
	...(await Promise.all(scriptRows)),
	{
		what: 'first visit to a list: style',
		value: style,
		unit: 'KB',
		aim: `at most ${budgets.style}`,
		met: style <= budgets.style,
	},
];
for (const [key, chunk] of Object.entries(manifest)) {
	if (chunk.isEntry || !key.startsWith('src/web/features/')) continue;
	const more = inLanguage(
		[...filesOf(key)].filter((file) => !first.has(file)),
		'en',
	);
	rows.push({
		what: `${path.basename(key, '.tsx')}: on top of it, en`,
		value: (await kilobytes(more, '.js')) + (await kilobytes(more, '.css')),
		unit: 'KB',
	});
}
process.exit((await report('bytes', rows)) ? 0 : 1);
