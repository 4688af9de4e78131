import { ProblemError } from '../../src/bff/problems/problem.ts';

/** The problem or other error that the promise rejects with; undefined if it resolves. */
export const problemOf = (work: Promise<unknown>): Promise<unknown> =>
	work.then(
		() => undefined,
		(error: unknown) => (error instanceof ProblemError ? error.problem : error),
	);
