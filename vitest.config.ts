import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import './test/compile-cache.ts';
import { withPatience } from './test/patience.ts';
import viteConfig from './vite.config.ts';

export default defineConfig((environment) =>
	mergeConfig(viteConfig(environment), {
		test: {
			include: [
				'test/{architecture,checks,contract,servers,web,bff,sandbox,cli,rush,fleet,attack,chaos,bench,conformance,recorded-service,lawful,pseudo}/**/*.test.{ts,tsx}',
			],
			// Much of the time tests wait: for limits of time, and for processes that they have started.
			maxWorkers: 2 * availableParallelism(),
			// A test that passes only when it is repeated is named at the end of `npm test`.
			retry: process.env.CI ? 1 : 0,
			testTimeout: withPatience(120_000),
			hookTimeout: withPatience(240_000),
			expect: { poll: { timeout: withPatience(40_000) } },
			setupFiles: ['test/dom-patience.ts'],
			restoreMocks: true,
		},
	}),
);
