import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** These have runners of their own. */
const elsewhere = 'test/{browsers,e2e,package}/**';
/** These replace a module, which the other files of a worker must not see. */
const replacing = [
	'test/bff/images/image-pool.test.ts',
	'test/servers/connection-times.test.ts',
	'test/web/shared/error-text.test.tsx',
];
const web = 'test/web/**/*.test.{ts,tsx}';

export default defineConfig((environment) =>
	mergeConfig(viteConfig(environment), {
		test: {
			// Tests often wait for processes that they have started.
			maxWorkers: 2 * availableParallelism(),
			// A shared machine may be too slow for once.
			retry: process.env.CI ? 1 : 0,
			// Whole systems start in many tests.
			testTimeout: 60_000,
			hookTimeout: 60_000,
			expect: { poll: { timeout: 20_000 } },
			setupFiles: 'test/setup.ts',
			restoreMocks: true,
			unstubGlobals: true,
			// A worker loads modules once for many files. Not for the app: tests leave their marks on a shared document.
			isolate: false,
			projects: [
				{
					extends: true,
					test: { name: 'web', include: [web], exclude: replacing, environment: 'jsdom', isolate: true },
				},
				{
					extends: true,
					test: {
						name: 'node',
						include: ['test/**/*.test.ts'],
						exclude: [...configDefaults.exclude, elsewhere, web, ...replacing],
					},
				},
				{ extends: true, test: { name: 'isolated', include: replacing, isolate: true } },
			],
		},
	}),
);
