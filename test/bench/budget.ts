/**
 * `npm run budget`: compares the Brotli bytes of a first visit to a city's list with their budgets, in every language.
 * Exits with status 1 if a budget is exceeded. Reads the build, and builds first if it is stale.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildWeb, isWebBuildStale } from '../../src/cli/web-build.ts';
import { locales } from '../../src/contract/bff-api/preferences.ts';
import { type Row, report } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const webDir = path.join(root, 'dist/web');
/** In kilobytes after Brotli. The script budget is per language (docs/performance.md). */
const budgets = { script: 100, style: 12 };

interface Chunk {
	file: string;
	css?: string[];
	imports?: string[];
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

/** Bytes of a file as the BFF sends it: with Brotli, which the build omits for the smallest files. */
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
/** The inline script of the HTML. */
const [, start = ''] =
	/<script data-start>(.*?)<\/script>/s.exec(await readFile(path.join(webDir, 'index.html'), 'utf8')) ?? [];
const inline = brotliCompressSync(start).length / 1024;
const messages = 'src/web/i18n/generated/messages';
const within = (what: string, value: number, budget: number): Row => ({
	what,
	value,
	unit: 'KB',
	aim: `at most ${budget}`,
	met: value <= budget,
});
const scripts = await Promise.all(
	locales.map(async (locale) => {
		const files = filesOf(`${messages}/${locale}.js`, new Set(first));
		const script = inline + (await kilobytes(files, '.js'));
		return within(`first visit to a list: script, ${locale}`, script, budgets.script);
	}),
);
const rows: Row[] = [
	...scripts,
	within('first visit to a list: style', await kilobytes(first, '.css'), budgets.style),
];
process.exit(report('bytes', rows) ? 0 : 1);
