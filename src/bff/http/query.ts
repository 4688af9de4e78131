import type { FastifyRequest } from 'fastify';

/** A request's query as the server has parsed it, once and bounded: thousands of parameters take 25 ms. */
export const queryOf = ({ query }: FastifyRequest): URLSearchParams =>
	new URLSearchParams(
		Object.entries(query as Record<string, string | string[]>).flatMap(([name, values]) =>
			[values].flat().map((value) => [name, value]),
		),
	);
