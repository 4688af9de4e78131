/** Checks the input that routes declare as Zod schemas: `schema: { params, querystring, body }`. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { invalidInput, notFound } from '../problems/problem.ts';

declare module 'fastify' {
	/** Types `request.params`, `query` and `body` as their schemas' output. */
	interface FastifyTypeProviderDefault {
		validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
	}
}

/** Rejects a path with `not_found`, a query or body with `invalid_request`, before the handler runs. */
export function checkRouteInput(app: FastifyInstance): void {
	app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input) => {
		const { data, error } = schema.safeParse(input);
		if (error === undefined) return { value: data };
		return { error: httpPart === 'params' ? notFound() : invalidInput(error) };
	});
}
