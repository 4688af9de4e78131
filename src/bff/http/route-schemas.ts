/** Input and output that routes declare as Zod schemas; `docs/contract/bff-api.md` is generated from them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import { invalidInput, notFound, type ProblemSource } from '../problems/problem.ts';

declare module 'fastify' {
	/** Types `request.params`, `query` and `body` as their schemas' output, and what a handler sends. */
	interface FastifyTypeProviderDefault {
		validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
		/** Hot routes send prepared text. */
		serializer: this['schema'] extends z.ZodUndefined
			? undefined
			: this['schema'] extends z.ZodType
				? z.output<this['schema']> | string | Buffer
				: unknown;
	}
	interface FastifySchema {
		/** What the route is for. */
		summary?: string;
		/** Besides those that any route may send. */
		problems?: readonly (ProblemReason | ProblemSource)[];
	}
}

/** Rejects a path with `not_found`, a query or body with `invalid_request`, before the handler runs. */
export function addRouteSchemas(app: FastifyInstance): void {
	app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input) => {
		const { data, error } = schema.safeParse(input);
		if (error === undefined) return { value: data };
		return { error: httpPart === 'params' ? notFound() : invalidInput(error) };
	});
	// Only tests check responses (`test/declared-responses.ts`).
	app.setSerializerCompiler(() => JSON.stringify);
}

/** Output that isn't JSON. */
export const bodyOf = (contentType: string) =>
	z.custom<string | Buffer>().meta({ contentMediaType: contentType });
export const noBody = z.undefined();

/** The query of a route without a schema, as parsed before. Parsing it again could take 25 ms. */
export const queryOf = ({ query }: FastifyRequest): URLSearchParams =>
	new URLSearchParams(
		Object.entries(query as Record<string, string | string[]>).flatMap(([name, values]) =>
			[values].flat().map((value) => [name, value]),
		),
	);
