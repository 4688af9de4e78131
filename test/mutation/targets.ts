/**
 * Targets of `npm run mutation`: files to mutate, and tests that should detect the mutants. Tests that start
 * BFF processes or threads are left out, since they take longer than all others together.
 */
export const targets = {
	'contract/event': {
		mutate: 'src/contract/event/**/*.ts',
		tests: [
			'test/contract/{event,words}/**/*.test.ts',
			'test/bff/search/city-index.test.ts',
			'test/web/features/city-list/sort-events.test.ts',
		],
	},
	'bff/session': {
		mutate: 'src/bff/session/!(refresh).ts',
		tests: ['test/bff/session/*.test.ts', 'test/bff/sign-in/end-of-session.test.ts'],
	},
	'bff/refresh': {
		mutate: 'src/bff/session/refresh.ts',
		tests: ['test/bff/session/refresher.test.ts', 'test/bff/session/refresh.test.ts'],
	},
	'bff/reads': {
		mutate: 'src/bff/reads/**/*.ts',
		tests: ['test/bff/reads/**/*.test.ts'],
	},
} as const;
export type TargetName = keyof typeof targets;

/** Environment variable with the target, for Vitest's configuration. */
export const targetVariable = 'MUTATION_TARGET';
