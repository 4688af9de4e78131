/** Judges bodies by the contract's schemas, field by field, so that a report names each field that differs. */
import type { z } from 'zod';
import type { ServiceResponse } from './call.ts';
import { conforms, differs, type Finding, show, showResponse } from './check.ts';

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** Judges a successful response: HTTP 200 and a body of this schema. @returns a finding for each field that differs */
export function judgeShape(response: ServiceResponse, schema: z.ZodType): Finding[] {
	if (response.status !== 200) return [differs('HTTP status 200', showResponse(response), response)];
	if (response.json === undefined) return [differs('a JSON body', showResponse(response), response)];
	const result = schema.safeParse(response.json);
	if (result.success) return [conforms];
	const byField = Map.groupBy(result.error.issues, ({ path }) => path.join('.') || 'the body');
	return [...byField].flatMap(([field, [issue]]) => {
		if (issue === undefined) return [];
		const expected = issue.code === 'invalid_type' ? `of type ${issue.expected}` : issue.message;
		return [differs(`${field}: ${expected}`, show(at(response.json, issue.path)), response)];
	});
}

/** The objects in an array of a body; none when there is no such array. */
export function elementsOf(
	{ json }: ServiceResponse,
	array: 'events' | 'users' | 'locs',
): Record<string, unknown>[] {
	const elements = (json as Record<string, unknown> | null | undefined)?.[array];
	return Array.isArray(elements)
		? elements.filter((element) => typeof element === 'object' && element !== null)
		: [];
}
