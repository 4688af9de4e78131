import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';

/** Options of the message compiler, shared by the build, the tests and the type check (which reads its output). */
const messages = paraglideVitePlugin({
	project: './src/web/i18n/project.inlang',
	outdir: './src/web/i18n/generated',
	strategy: ['globalVariable', 'baseLocale'],
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

/** Writes each text file of the build beside itself as Brotli and gzip, which the BFF sends as they are. */
const compressed: Plugin = {
	name: 'daybill-compressed',
	apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
	async writeBundle({ dir = 'dist/web' }) {
		for (const entry of await readdir(dir, { recursive: true })) {
			if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(entry)) continue;
			const file = path.join(dir, entry);
			const bytes = await readFile(file);
			if (bytes.length < 1_024) continue;
			const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
			await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotli));
			await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
		}
	},
};

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

export default defineConfig(({ isSsrBuild = false }) => ({
	// Vitest would wait for the compiler's file watcher; the `unit` script compiles the messages before it.
	plugins: [react(), leafletWithoutHtml, compressed, ...(process.env.VITEST ? [] : [messages])],
	...(isSsrBuild
		? server
		: {
				build: {
					outDir: 'dist/web',
					target: 'es2022',
					manifest: true,
					rolldownOptions: {
						// A start says what matters to who starts it; how long plugins took is not of it.
						checks: { pluginTimings: false },
						input: {
							index: 'index.html',
							start: 'src/web/app/start.ts',
							sw: 'src/web/app/service-worker.ts',
						},
						// The worker's address must stay the same, or nobody would get the next one.
						output: {
							entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
						},
					},
					sourcemap: false,
				},
			}),
	test: {
		include: [
			'test/{contract,docs,web,bff,sandbox,start,rush,attack,chaos,bench,conformance,recorded-service}/**/*.test.{ts,tsx}',
		],
		// Other work on a shared machine can hold a process up for seconds; a defect fails twice.
		retry: process.env.CI ? 1 : 0,
		testTimeout: 30_000,
		hookTimeout: 60_000,
		restoreMocks: true,
	},
}));
