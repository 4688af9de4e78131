import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** Tests with their own runners. */
const elsewhere = 'test/{browsers,e2e,package}/**';
/** Tests that mock modules, or render as the server does, which other files in the same worker must not see. */
const replacing = [
	'test/bff/images/image-pool.test.ts',
	'test/servers/connection-times.test.ts',
	'test/web/app/hydration.test.tsx',
	'test/web/shared/error-text.test.tsx',
];
/** Tests that need a document. */
const inBrowsers = [
	'test/web/**/*.test.tsx',
	'test/web/{app/missing-code,shared/call,ui/copy-text}.test.ts',
	'test/bff/feeds/feed-documents.test.ts',
];
/** Tests that mostly compute, and depend on no timer: `npm test` runs them on cores that other checks leave idle. */
const computing = 'test/{architecture,conformance}/**/*.test.ts';

export default defineConfig((environment) =>
	mergeConfig(viteConfig(environment), {
		test: {
			// One more than cores, because tests wait for processes. Each worker takes 5 s of CPU time to load modules.
			maxWorkers: availableParallelism() + 1,
			// A shared machine may be slow at times.
			retry: process.env.CI ? 1 : 0,
			// Many tests start whole systems.
			testTimeout: 60_000,
			hookTimeout: 60_000,
			expect: { poll: { timeout: 20_000 } },
			setupFiles: 'test/setup.ts',
			restoreMocks: true,
			unstubGlobals: true,
			// A worker loads modules and sets up the browser environment once for many files.
			isolate: false,
			projects: [
				{
					extends: true,
					test: { name: 'web', include: inBrowsers, exclude: replacing, environment: 'jsdom' },
				},
				{
					extends: true,
					test: {
						name: 'node',
						include: ['test/**/*.test.ts'],
						exclude: [...configDefaults.exclude, elsewhere, computing, ...inBrowsers, ...replacing],
					},
				},
				{ extends: true, test: { name: 'computing', include: [computing] } },
				{ extends: true, test: { name: 'isolated', include: replacing, isolate: true } },
			],
		},
	}),
);
