import { ProblemError } from '../../src/bff/http/problem.ts';

/** The problem that work fails with, or another error; undefined if it succeeds. */
export const problemOf = (work: Promise<unknown>): Promise<unknown> =>
	work.then(
		() => undefined,
		(error: unknown) => (error instanceof ProblemError ? error.problem : error),
	);
