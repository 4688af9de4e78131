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

/** Compiles changed messages during development. Builds, tests and the type check run the script `messages` first. */
const messages = paraglideVitePlugin({
	project: './src/web/i18n/project.inlang',
	outdir: './src/web/i18n/generated',
	outputStructure: 'locale-modules',
	emitGitIgnore: false,
});

/**
 * Leaflet detects SVG support by writing HTML when it loads, which Trusted Types forbid. This plugin lets it
 * use DOM elements instead.
 */
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

/** Marks the router's components as free of side effects, so that the build leaves out unused ones. */
const smallRouter: Plugin = {
	name: 'daybill-router',
	apply: 'build',
	transform(code, id) {
		if (!id.includes('/react-router/dist/')) return undefined;
		return {
			code: code
				.replaceAll(/^\w+\.displayName = .*;$/gm, '')
				.replaceAll(/= (?=React\$1\.(forwardRef|createContext|createElement|memo)\()/g, '= /* @__PURE__ */ '),
			map: null,
		};
	},
};

/**
 * Exports a language's messages as one object, because three hundred exports would take a fifth of the file. Creates
 * plural rules once, not for each count, because a list has forty counts.
 */
const messageObject: Plugin = {
	name: 'daybill-messages',
	transform(code, id) {
		if (!/generated\/messages\/(?!_)[\w-]+\.js$/.test(id)) return undefined;
		const members = code
			.replace(/^export const /m, 'export const m = {\n$&')
			.replaceAll(/^export const (?!m = )(\w+) = /gm, '$1: ')
			.replaceAll(/^};$/gm, '},')
			.replaceAll(/registry\.plural\("[\w-]+", (i\?\.\w+), \{\}\)/g, 'rules.select($1)');
		const rules = `const rules = new Intl.PluralRules('${path.basename(id, '.js')}');`;
		return { code: `${rules}${members}};`, map: null };
	},
};

/** Builds a script separately, as one file that shares no chunk with the app. @returns its code */
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

/** Precaches the files that an offline visit needs: not the map, the console or other languages. */
const serviceWorker = VitePWA({
	strategies: 'injectManifest',
	srcDir: 'src/web/app',
	filename: 'sw.ts',
	// The BFF serves the brand's manifest, and the app registers the worker.
	manifest: false,
	injectRegister: false,
	injectManifest: {
		globPatterns: ['assets/*.{js,css}'],
		globIgnores: [
			'assets/{city-map,event-map,developers-page,web-vitals}-*',
			...locales.map((locale) => `assets/${locale}-*`),
		],
		dontCacheBustURLsMatching: /^assets\//,
		minify: true,
		target,
	},
});

/** Inlines the script that runs before the first paint; the BFF allows it by hash. */
const startScript: Plugin = {
	name: 'daybill-start',
	apply: isForBrowsers,
	async transformIndexHtml(html) {
		const code = await buildAlone('src/web/app/start.ts');
		return html.replace('<!--start-->', () => `<script data-start>${code}</script>`);
	},
};

/** Class names without hashes, which compress badly; the file name keeps them unique. */
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
	// 512 KB blocks suit files of this size best.
	const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGBLOCK]: 19 };
	await Promise.all([
		promisify(brotliCompress)(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
		promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
	]);
}

/**
 * Writes Brotli and gzip variants next to each text file of the build, for the BFF to send as they are; then
 * `lastFile`, which marks the build as complete.
 */
function compressed(): Plugin {
	let folder = '';
	return {
		name: 'daybill-compressed',
		apply: isForBrowsers,
		configResolved({ root, build }) {
			folder = path.resolve(root, build.outDir);
		},
		// The service worker is built after all other files are written.
		closeBundle: {
			sequential: true,
			order: 'post',
			async handler() {
				const files = (await readdir(folder, { recursive: true })).filter((file) =>
					/\.(js|css|svg|json|txt)$/.test(file),
				);
				// In parallel: each file is compressed in its own thread.
				await Promise.all(files.map((file) => compressFile(path.join(folder, file))));
				await writeFile(path.join(folder, lastFile), '');
			},
		},
	};
}

/** The build for the BFF: one file, with production React whatever NODE_ENV is. */
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

const configOf = (isSsrBuild: boolean, isDevelopment: boolean): UserConfig => ({
	plugins: [
		react(),
		leafletWithoutHtml,
		smallRouter,
		messageObject,
		serviceWorker,
		startScript,
		compressed(),
		...(isDevelopment ? [messages] : []),
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
					license: true,
					rolldownOptions: {
						// `npm start` builds too, and its output should show only what matters to the operator, not plugin
						// timings.
						checks: { pluginTimings: false },
						input: 'index.html',
						output: {
							// Merges files that are needed together: each further file costs a request, and small ones compress worse.
							codeSplitting: {
								groups: [
									{ name: 'first', tags: ['$initial'], priority: 1 },
									{ name: 'first', test: 'rolldown/runtime', priority: 1 },
									{
										name: 'common',
										test: /\/(own-queries|avatar|relative-time|visitor-position|person-query|developers)\.tsx?$/,
									},
									// When the browser is idle, every first visit loads the event page and the code that runs then.
									{ name: 'event-page', test: /\/(event-page|signed-in-heart)\.tsx$|\/calendar-export\// },
									{
										name: 'later',
										test: /\/(load-later|saved-queries)\./,
									},
									{ name: 'front-page', test: '/front-page.tsx' },
									{ name: 'sign-in', test: /\/sign-in\.ts|oidc-client-ts/ },
									{ name: 'lists', test: /\/(cities|city-list|days|event|lists)\//, minShareCount: 2 },
									{ name: 'search-page', test: /\/search-page\.tsx$/ },
									{ name: 'event-map', test: /\/map\/(small-map|use-event-map)\./ },
								],
							},
						},
					},
					sourcemap: false,
				},
			}),
});

export default defineConfig(({ command, isSsrBuild = false }) => {
	// With another NODE_ENV, Vite would build for development: larger, slower, and without a service worker.
	if (command === 'build') process.env.NODE_ENV = 'production';
	// Vitest would wait for the message compiler's file watcher.
	return configOf(isSsrBuild, command === 'serve' && !process.env.VITEST);
});
