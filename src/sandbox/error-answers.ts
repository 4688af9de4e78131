/** What surrounds every route: faults, the scheme check, and an error body for whatever goes wrong (Spec §7). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizationPaths, operations } from '../contract/operations.ts';
import { applyFault } from './control/apply-fault.ts';
import { ControlInputError } from './control/routes.ts';
import type { Sandbox } from './sandbox.ts';
import { errorBody, ServiceError } from './service-error.ts';

/** `<METHOD> <path>` of a request, without its query string (Spec §2.6). */
const asked = (request: FastifyRequest) => `${request.method} ${(request.raw.url ?? '/').split('?')[0]}`;

/** Fastify's own refusals in the specification's words. */
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

/** Adds the hooks and handlers that make every answer one of the specification's. */
export function addErrorAnswers(app: FastifyInstance, { faults, requireHttps }: Sandbox): void {
	app.addHook('onRequest', async (request, reply) => {
		const path = (request.raw.url ?? '/').split('?')[0] ?? '/';
		if (path.startsWith('/_sandbox')) return;
		if (requireHttps && request.headers['x-forwarded-proto'] !== 'https') throw new ServiceError(100);
		const fault = faults.take(request.method, path);
		if (fault !== undefined && (await applyFault(fault, request, reply, asked(request)))) return reply;
	});

	app.setErrorHandler((error, request, reply) => {
		if (error instanceof ControlInputError) return reply.code(400).send({ problems: error.problems });
		const refusal = error instanceof ServiceError ? error : fromFramework(error);
		if (refusal === undefined) request.log.error(error);
		return reply
			.code(400)
			.type('application/json')
			.send(errorBody(refusal ?? new ServiceError(999), asked(request)));
	});

	app.setNotFoundHandler((request, reply) => {
		const path = (request.raw.url ?? '/').split('?')[0] ?? '/';
		return reply.code(400).send(errorBody(new ServiceError(isServicePath(path) ? 101 : 107), asked(request)));
	});
}

const servicePaths = [
	...Object.values(operations).map(({ path }) => path),
	...Object.values(authorizationPaths),
].map((path) => new RegExp(`^${path.replace(':id', '[^/]+')}$`));

/** Whether the specification has this path, so that only the method was wrong (101, not 107). */
const isServicePath = (path: string): boolean => servicePaths.some((pattern) => pattern.test(path));
