import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Options of the message compiler, shared by the build, the tests and the type check (which reads its output). */
const messages = paraglideVitePlugin({
	project: './src/web/i18n/project.inlang',
	outdir: './src/web/i18n/generated',
	strategy: ['globalVariable', 'baseLocale'],
	emitGitIgnore: false,
});

export default defineConfig({
	// Vitest would wait for the compiler's file watcher; the `unit` script compiles the messages before it.
	plugins: [react(), ...(process.env.VITEST ? [] : [messages])],
	build: {
		outDir: 'dist/web',
		target: 'es2022',
		manifest: true,
		sourcemap: false,
	},
	test: {
		include: ['test/{contract,web,bff,sandbox,start,conformance,recorded-service}/**/*.test.{ts,tsx}'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		restoreMocks: true,
	},
});
