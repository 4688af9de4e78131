/** Errors of the service as the specification defines them (Spec §2.6, §7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorName } from '../../contract/spec/errors.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';

/** Thrown by any rule of the sandbox; becomes a response with code, msg and request. */
export class ServiceError extends Error {
	readonly code: ErrorCode;
	/** The text after the colon in `msg`. */
	readonly detail: string | undefined;
	readonly status: number;

	constructor(code: ErrorCode, detail?: string, status = 400) {
		super(detail === undefined ? errorName(code) : `${errorName(code)}: ${detail}`);
		this.name = 'ServiceError';
		this.code = code;
		this.detail = detail;
		this.status = status;
	}
}

export function sendError(
	{ raw: { method, url = '' } }: FastifyRequest,
	reply: FastifyReply,
	{ status, code, message }: ServiceError,
): FastifyReply {
	const body: ErrorBody = { code, msg: message, request: `${method} ${url.split('?')[0]}` };
	return reply.code(status).type('application/json').send(body);
}
