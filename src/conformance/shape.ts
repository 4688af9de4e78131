/** Judging bodies by the contract's schemas, field by field, so that a report names each field that differs. */
import type { z } from 'zod';
import type { Answer } from './call.ts';
import { conforms, differs, type Finding, showAnswer } from './check.ts';

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

/**
 * Judges a body by a schema. Elements of a list differ mostly in the same way: each field is named once.
 *
 * @returns one finding a field that differs, or one that it conforms
 */
export function judgeShape(body: unknown, schema: z.ZodType): Finding[] {
	const result = schema.safeParse(body);
	if (result.success) return [conforms];
	const seen = new Map<string, Finding>();
	for (const issue of result.error.issues) {
		const field = issue.path.map((key) => (typeof key === 'number' ? '[]' : String(key))).join('.') || 'body';
		if (!seen.has(field)) seen.set(field, differs(`${field}: ${issue.message}`, at(body, issue.path)));
	}
	return [...seen.values()];
}

/** Judges a successful answer: HTTP 200 and a body of this schema. */
export function judgeAnswer(answer: Answer, schema: z.ZodType): Finding[] {
	if (answer.status !== 200) return [differs('HTTP status 200', showAnswer(answer))];
	if (answer.json === undefined) return [differs('a JSON body', showAnswer(answer))];
	return judgeShape(answer.json, schema);
}

/** The objects in an array of a body; none when there is no such array. */
export function elementsOf({ json }: Answer, array: 'events' | 'users' | 'locs'): Record<string, unknown>[] {
	const elements = (json as Record<string, unknown> | null | undefined)?.[array];
	return Array.isArray(elements)
		? elements.filter((element) => typeof element === 'object' && element !== null)
		: [];
}
