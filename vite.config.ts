import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { lastFile } from './src/cli/web-build.ts';
import { locales } from './src/contract/bff-api/preferences.ts';

/** Browsers that the app is built for (docs/browsers.md). */
const target = ['chrome126', 'firefox126', 'safari18'];

/** Options of the message compiler, shared by the build, the tests and the type check (which reads its output). */
const messages = paraglideVitePlugin({
	project: './src/web/i18n/project.inlang',
	outdir: './src/web/i18n/generated',
	outputStructure: 'locale-modules',
	emitGitIgnore: false,
});

/** Leaflet tries out SVG by writing HTML as it loads, which Trusted Types forbid: the same question, asked by elements. */
const leafletWithoutHtml: Plugin = {
	name: 'daybill-leaflet',
	transform(code, id) {
		if (!id.includes('leaflet-src')) return undefined;
		const probe = "div.innerHTML = '<svg/>';";
		if (!code.includes(probe)) throw new Error('leaflet asks about SVG in another way now');
		const element = "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));";
		return { code: code.replace(probe, element), map: null };
	},
};

/** Builds a script by itself, in one piece that shares no chunk with the app. @returns its code */
async function buildAlone(file: string): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: 'error',
		publicDir: false,
		build: { write: false, target, rolldownOptions: { input: file, output: { format: 'iife' } } },
	});
	const [chunk] = 'output' in built ? built.output : [];
	if (chunk === undefined) throw new Error(`${file} was not built`);
	return chunk.code.trim();
}

const isForBrowsers: NonNullable<Plugin['apply']> = (_config, { command, isSsrBuild }) =>
	command === 'build' && isSsrBuild !== true;

/** Files that a visit without a network needs: not the map, the console, and the languages that one does not read. */
const serviceWorker = VitePWA({
	strategies: 'injectManifest',
	srcDir: 'src/web/app',
	filename: 'sw.ts',
	// The BFF makes the manifest for its brand, and the app registers the worker.
	manifest: false,
	injectRegister: false,
	injectManifest: {
		globPatterns: ['assets/*.{js,css}'],
		globIgnores: [
			'assets/{city-map,developers-page,web-vitals}-*',
			...locales.map((locale) => `assets/${locale}-*`),
		],
		dontCacheBustURLsMatching: /^assets\//,
		minify: true,
		target,
	},
});

/** The script that runs before anything is painted is inside the HTML; the BFF allows it by its hash. */
const startScript: Plugin = {
	name: 'daybill-start',
	apply: isForBrowsers,
	async transformIndexHtml(html) {
		const code = await buildAlone('src/web/app/start.ts');
		return html.replace('<!--start-->', () => `<script data-start>${code}</script>`);
	},
};

/** Class names without hashes, which compression cannot shorten: the name of the file tells them apart. */
function scopedClassNames(): (name: string, file: string) => string {
	const files = new Map<string, string>();
	return (name, file) => {
		const scope = path.basename(file, '.module.css');
		if ((files.get(scope) ?? file) !== file) throw new Error(`${file} has the name of another CSS module`);
		files.set(scope, file);
		return `${scope}-${name}`;
	};
}

async function compressFile(file: string): Promise<void> {
	const bytes = await readFile(file);
	if (bytes.length < 128) return;
	// Blocks of half a megabyte suit files of this size best.
	const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGBLOCK]: 19 };
	await Promise.all([
		promisify(brotliCompress)(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
		promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
	]);
}

/** Writes each text file of the build beside itself as Brotli and gzip, which the BFF sends as they are, and then the last file. */
function compressed(): Plugin {
	let folder = '';
	return {
		name: 'daybill-compressed',
		apply: isForBrowsers,
		configResolved({ root, build }) {
			folder = path.resolve(root, build.outDir);
		},
		// The service worker is built when all other files are written.
		closeBundle: {
			sequential: true,
			order: 'post',
			async handler() {
				const files = (await readdir(folder, { recursive: true })).filter((file) =>
					/\.(js|css|svg|json|webmanifest|txt)$/.test(file),
				);
				// At once, since each is compressed in a thread of its own.
				await Promise.all(files.map((file) => compressFile(path.join(folder, file))));
				await writeFile(path.join(folder, lastFile), '');
			},
		},
	};
}

/** The app for the BFF: everything in one place, React as in production whatever the process is told. */
const server: UserConfig = {
	define: { 'process.env.NODE_ENV': '"production"' },
	ssr: { noExternal: true },
	publicDir: false,
	build: {
		outDir: 'dist/server',
		target: 'node24',
		rolldownOptions: { checks: { pluginTimings: false } },
	},
};

const configOf = (isSsrBuild: boolean): UserConfig => ({
	// Vitest would wait for the compiler's file watcher; the `unit` script compiles the messages before it.
	plugins: [
		react(),
		leafletWithoutHtml,
		serviceWorker,
		startScript,
		compressed(),
		...(process.env.VITEST ? [] : [messages]),
	],
	css: { modules: { generateScopedName: scopedClassNames() } },
	...(isSsrBuild
		? server
		: {
				build: {
					outDir: 'dist/web',
					target,
					// Browsers without module preloading are too old for the app itself.
					modulePreload: { polyfill: false },
					manifest: true,
					rolldownOptions: {
						// A start says what matters to who starts it; how long plugins took is not of it.
						checks: { pluginTimings: false },
						input: 'index.html',
						output: {
							// All code of a first visit in one file: as the bundler cuts it, it is 5 KB larger in Brotli.
							codeSplitting: {
								groups: [
									{ name: 'first', tags: ['$initial'], test: (id) => !/\/(index\.html|main\.tsx)$/.test(id) },
								],
							},
						},
					},
					sourcemap: false,
				},
			}),
});

export default defineConfig(({ command, isSsrBuild = false }) => {
	// With another value in the environment, Vite would build for development: larger, slower, and without a service worker.
	if (command === 'build') process.env.NODE_ENV = 'production';
	return configOf(isSsrBuild);
});
