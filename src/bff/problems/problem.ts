/** Problems: the BFF's own errors, sent as `application/problem+json` (RFC 9457) or as a page. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Problem, type ProblemReason, problemKinds } from '../../contract/bff-api/problem.ts';
import type { Brand, CurrentBrand } from '../brand/brand.ts';
import { preferencesOf } from '../preferences.ts';
import { problemPage } from './problem-page.ts';

/** An error that is sent as a problem, with the status and title of its reason. */
export class ProblemError extends Error {
	readonly problem: Problem;
	readonly retryAfterSeconds: number | undefined;

	/** @param more `code`: the service's error code, if one caused the problem */
	constructor(
		reason: ProblemReason,
		detail: string,
		more: { code?: number | undefined; cause?: unknown; retryAfterSeconds?: number } = {},
	) {
		super(detail, more);
		this.name = 'ProblemError';
		this.retryAfterSeconds = more.retryAfterSeconds;
		const [status, title] = problemKinds[reason];
		const code = more.code === undefined ? {} : { code: more.code };
		this.problem = { type: 'about:blank', title, status, detail, reason, ...code };
	}
}

export const overloaded = (): ProblemError =>
	new ProblemError('overloaded', 'There are too many requests at the moment.');

export const notFound = () => new ProblemError('not_found', 'There is nothing at this URL.');

export const outcomeUnknown = () =>
	new ProblemError('outcome_unknown', 'The response was lost. The change may have been saved.');

export function tooManyRequests(milliseconds: number): ProblemError {
	const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000));
	return new ProblemError('too_many_requests', `Wait ${retryAfterSeconds} seconds.`, {
		retryAfterSeconds,
	});
}

export const hasReason = (error: unknown, ...reasons: readonly ProblemReason[]): error is ProblemError =>
	error instanceof ProblemError && reasons.includes(error.problem.reason);

/** For reads whose result is optional: returns null for a problem. Rethrows any other error. */
export function ignoreProblem(error: unknown): null {
	if (error instanceof ProblemError) return null;
	throw error;
}

export const invalidInput = (error: z.ZodError): ProblemError =>
	new ProblemError('invalid_request', z.prettifyError(error));

/** Checks input that is not in a route's schema. @throws ProblemError invalid_request */
export function validInput<Value>(schema: z.ZodType<Value>, input: unknown): Value {
	const { data, error } = schema.safeParse(input);
	if (error !== undefined) throw invalidInput(error);
	return data;
}

/** Sends a problem: as a page if the request accepts HTML, else as JSON. */
export function sendProblem(
	reply: FastifyReply,
	{ problem, retryAfterSeconds }: ProblemError,
	brand: Brand,
): FastifyReply {
	if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
	reply.code(problem.status).header('cache-control', 'no-store');
	const { request } = reply;
	if (request.headers.accept?.includes('text/html') !== true)
		return reply.header('content-type', 'application/problem+json').send(JSON.stringify(problem));
	const { locale } = preferencesOf(request, brand.locale);
	return reply.type('text/html; charset=utf-8').send(problemPage(problem, locale, brand, retryAfterSeconds));
}

/** Sends every error as a problem: Fastify's 4xx as `invalid_request`, unknown errors as `internal`. */
export function addErrorHandler(app: FastifyInstance, brand: CurrentBrand): void {
	const problemOf = (error: FastifyError | ProblemError): ProblemError => {
		if (error instanceof ProblemError) return error;
		if ((error.statusCode ?? 500) < 500)
			return new ProblemError('invalid_request', 'The request is malformed or too large.');
		return new ProblemError('internal', 'Something went wrong. Try again.');
	};
	app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
		const problem = problemOf(error);
		if (hasReason(problem, 'internal', 'store_unreachable')) request.log.error(error);
		return sendProblem(reply, problem, brand());
	});
}
