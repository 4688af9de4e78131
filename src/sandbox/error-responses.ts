/** Hooks and handlers around every route: faults, the check of the scheme, and an error body for every failure (Spec §7). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { matchOperations } from '../contract/spec/match-operation.ts';
import { authorizationPaths } from '../contract/spec/operations.ts';
import { applyFault } from './control/apply-fault.ts';
import { ControlInputError } from './control/control-routes.ts';
import type { Sandbox } from './sandbox.ts';
import { errorBody, requestLine, ServiceError } from './service-error.ts';

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '/').split('?')[0] ?? '/';

/** Fastify's own client errors as errors of the service; undefined for a defect of the sandbox. */
function fromFramework(error: unknown): ServiceError | undefined {
	const { code, statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
	if (statusCode >= 500) return undefined;
	const details: Record<string, string> = {
		FST_ERR_CTP_BODY_TOO_LARGE: 'the body is too large',
		FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the body is neither a form nor JSON',
		FST_ERR_CTP_EMPTY_JSON_BODY: 'the JSON body is empty',
		FST_ERR_CTP_INVALID_JSON_BODY: 'the body is not JSON',
	};
	return new ServiceError(999, details[code ?? ''] ?? 'the request is malformed');
}

/** Adds the hooks and handlers. */
export function addErrorResponses(app: FastifyInstance, { faults, requireHttps }: Sandbox): void {
	app.addHook('onRequest', (request, reply, done) => {
		if (faults.size === 0 && !requireHttps) return done();
		const path = pathOf(request);
		if (path.startsWith('/_sandbox')) return done();
		if (requireHttps && request.headers['x-forwarded-proto'] !== 'https') throw new ServiceError(100);
		const fault = faults.take(request.method, path);
		if (fault === undefined) return done();
		applyFault(fault, request, reply, requestLine(request.raw)).then((isSent) => {
			if (!isSent) done();
		}, done);
	});

	app.setErrorHandler((error, request, reply) => {
		if (error instanceof ControlInputError) return reply.code(400).send({ problems: error.problems });
		const known = error instanceof ServiceError ? error : fromFramework(error);
		if (known === undefined) request.log.error(error);
		return reply
			.code(400)
			.type('application/json')
			.send(errorBody(known ?? new ServiceError(999), requestLine(request.raw)));
	});

	app.setNotFoundHandler((request, reply) => {
		const error = new ServiceError(isOtherMethod(request) ? 101 : 107);
		return reply.code(400).send(errorBody(error, requestLine(request.raw)));
	});
}

/** Whether the specification has the path, but with other methods: 101, not 107. */
function isOtherMethod(request: FastifyRequest): boolean {
	const path = pathOf(request);
	const isAuthorization = Object.values(authorizationPaths).some((each) => each === path);
	const operations = matchOperations(path);
	return (
		isAuthorization ||
		(operations.length > 0 && operations.every(({ operation }) => operation.method !== request.method))
	);
}
