/** Hooks and handlers for every route: faults, the scheme check, and an error body for every failure (Spec §7). */
import { BulkheadRejectedError } from 'cockatiel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchOperations } from '../../contract/spec/match-operation.ts';
import { authorizationPaths } from '../../contract/spec/operations.ts';
import { applyFault } from '../control/faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { ServiceError, sendError } from './service-error.ts';

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '/').split('?')[0] ?? '/';

/** Converts library errors to service errors; undefined for a bug in the sandbox. */
function fromLibrary(error: unknown): ServiceError | undefined {
	if (error instanceof BulkheadRejectedError)
		return new ServiceError(999, 'too many images are being drawn; try again', 503);
	const { message, statusCode = 500 } = (error ?? {}) as { message?: string; statusCode?: number };
	return statusCode < 500 ? new ServiceError(999, message) : undefined;
}

export function addErrorResponses(app: FastifyInstance, { faults, requireHttps }: Sandbox): void {
	app.addHook('onRequest', (request, reply, done) => {
		if (faults.size === 0 && !requireHttps) return done();
		const path = pathOf(request);
		if (path.startsWith('/_sandbox')) return done();
		if (requireHttps && request.protocol !== 'https') throw new ServiceError(100);
		const fault = faults.take(request.method, path);
		if (fault === undefined) return done();
		applyFault(fault, request, reply).then((isSent) => {
			if (!isSent) done();
		}, done);
	});

	app.setErrorHandler((error, request, reply) => {
		const known = error instanceof ServiceError ? error : fromLibrary(error);
		if (known === undefined) request.log.error(error);
		return sendError(request, reply, known ?? new ServiceError(999));
	});

	app.setNotFoundHandler((request, reply) =>
		sendError(request, reply, new ServiceError(isOtherMethod(request) ? 101 : 107)),
	);
}

/** Whether the path exists, but only with other methods: such calls fail with 101, not 107. */
function isOtherMethod(request: FastifyRequest): boolean {
	const path = pathOf(request);
	const isAuthorization = Object.values(authorizationPaths).some((each) => each === path);
	const operations = matchOperations(path);
	return (
		isAuthorization ||
		(operations.length > 0 && operations.every(({ operation }) => operation.method !== request.method))
	);
}

/** Fastify's option of this name. Rejects a URL that is too long, or not percent-encoded UTF-8. */
export function frameworkErrors(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
	sendError(request, reply, new ServiceError(107, 'the URL is too long, or not percent-encoded UTF-8'));
}
