/** Routes declare input and output as Zod schemas. `npm run docs` writes `docs/contract/bff-api.md` from them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProblemReason, ProblemSource } from '../../contract/bff-api/problem.ts';
import { invalidInput, notFound } from '../problems/problem.ts';

declare module 'fastify' {
	/** Types `request.params`, `query` and `body` as the outputs of their schemas. */
	interface FastifyTypeProviderDefault {
		validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
		/** A handler sends the schema's output, or its JSON. */
		serializer: this['schema'] extends z.ZodUndefined
			? undefined
			: this['schema'] extends z.ZodType
				? z.output<this['schema']> | string | Buffer
				: unknown;
	}
	interface FastifySchema {
		/** What the route is for. */
		summary?: string;
		/** Problems that the route may send, besides those that every route may send. */
		problems?: readonly (ProblemReason | ProblemSource)[];
	}
}

/** Checks input before the handler runs: rejects a path with `not_found`, a query or body with `invalid_request`. */
export function addRouteSchemas(app: FastifyInstance): void {
	app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input) => {
		const { data, error } = schema.safeParse(input);
		if (error === undefined) return { value: data };
		return { error: httpPart === 'params' ? notFound() : invalidInput(error) };
	});
	// Doesn't check responses. Tests do (`test/declared-responses.ts`).
	app.setSerializerCompiler(() => JSON.stringify);
}

/** Declares output that isn't JSON. */
export const bodyOf = (contentType: string) =>
	z.custom<string | Buffer>().meta({ contentMediaType: contentType });
export const noBody = z.undefined();

/** The query of a route that declares no schema. Doesn't parse the URL again, which could take 25 ms. */
export const queryOf = ({ query }: FastifyRequest): URLSearchParams =>
	new URLSearchParams(
		Object.entries(query as Record<string, string | string[]>).flatMap(([name, values]) =>
			[values].flat().map((value) => [name, value]),
		),
	);
