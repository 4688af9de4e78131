import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** A worker loads the modules that these import once for many files. A test here must not replace a module. */
const shared = ['test/{bff,contract,sandbox}/**/*.test.ts', 'test/web/features/**/*.test.ts'];
/** These have runners of their own. */
const elsewhere = 'test/{browsers,e2e,package}/**';

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
			projects: [
				{ extends: true, test: { name: 'shared', include: shared, isolate: false } },
				{
					extends: true,
					test: {
						name: 'isolated',
						include: ['test/**/*.test.{ts,tsx}'],
						exclude: [...configDefaults.exclude, elsewhere, ...shared],
					},
				},
			],
		},
	}),
);
