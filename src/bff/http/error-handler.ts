/** Turns what a handler throws into a problem (RFC 9457). */
import type { FastifyError, FastifyInstance } from 'fastify';
import type { CurrentBrand } from '../brand/brand.ts';
import { ProblemError, sendProblem } from './problem.ts';

/** A problem is sent as it is, what Fastify rejects becomes `invalid_request`, anything else is logged and `internal`. */
export function addErrorHandler(app: FastifyInstance, brand: CurrentBrand): void {
	app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
		if (error instanceof ProblemError) return sendProblem(reply, error, brand());
		const { statusCode = 500 } = error;
		if (statusCode < 500)
			return sendProblem(
				reply,
				new ProblemError('invalid_request', 'The request is malformed or too large.'),
				brand(),
			);
		request.log.error(error);
		const problem = new ProblemError('internal', 'Something went wrong here. Please try again.');
		return sendProblem(reply, problem, brand());
	});
}
