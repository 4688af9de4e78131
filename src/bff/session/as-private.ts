import type { FastifyReply } from 'fastify';
import type { ServiceResponse } from '../upstream/service-response.ts';

/** Sets the status and headers of a response that only one user may see. */
export function asPrivate(
	reply: FastifyReply,
	{ status, limitHeaders, retryAfter }: Pick<ServiceResponse, 'status' | 'limitHeaders' | 'retryAfter'>,
): FastifyReply {
	// Set on the raw response, because Fastify would send the names in lower case.
	for (const [name, value] of Object.entries(limitHeaders)) reply.raw.setHeader(name, value);
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	return reply
		.code(status)
		.header('cache-control', 'private, no-store')
		.type('application/json; charset=utf-8');
}
