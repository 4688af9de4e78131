import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import './test/compile-cache.ts';
import { withPatience } from './test/patience.ts';
import viteConfig from './vite.config.ts';

/** Whole systems under load, attack or change: `npm run check` leaves them to `npm test`. */
const long = 'test/{attack,lawful,rush}/**/*.test.ts';

const others =
	'test/{architecture,contract,servers,tools,web,bff,sandbox,cli,bench,conformance,recorded-service}/**/*.test.{ts,tsx}';

/**
 * Files whose tests leave nothing behind in the modules that they import: a worker loads those once for many of them. The other
 * files replace globals, have a document, share servers by a module, or measure their process.
 */
const sharing = globSync(
	'test/{contract,servers,sandbox,bff/{brand,developers,embed,feeds,http,images,pages,reads,search,sign-in},web/features}/**/*.test.ts',
	{
		exclude: ['test/bff/http/preferences.test.ts', 'test/bff/images/decoder.test.ts'],
	},
).map((file) => file.replaceAll('\\', '/'));

export default defineConfig((environment) =>
	mergeConfig(viteConfig(environment), {
		test: {
			// Much of the time tests wait: for limits of time, and for processes that they have started.
			maxWorkers: 2 * availableParallelism(),
			// A test that passes only when it is repeated is named at the end of `npm test`.
			retry: process.env.CI ? 1 : 0,
			testTimeout: withPatience(120_000),
			hookTimeout: withPatience(240_000),
			expect: { poll: { timeout: withPatience(40_000) } },
			setupFiles: ['test/dom-patience.ts', 'test/messages.ts'],
			restoreMocks: true,
			projects: [
				{
					extends: true,
					test: { name: 'apart', include: [others], exclude: [...configDefaults.exclude, ...sharing] },
				},
				{ extends: true, test: { name: 'long', include: [long] } },
				{ extends: true, test: { name: 'shared', include: sharing, isolate: false } },
			],
		},
	}),
);
