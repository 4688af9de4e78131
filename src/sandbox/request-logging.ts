/** What the log says of requests and errors: nothing that a client sent, since URLs have codes, tokens and secrets in them. */
import type { FastifyRequest } from 'fastify';

/** For the logger of Fastify. */
export const logSerializers = {
	req: ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) => ({
		method,
		route: routeOptions?.url ?? null,
	}),
	err: ({ name, message, stack = '' }: Error) => ({ type: name, message, stack }),
} as const;
