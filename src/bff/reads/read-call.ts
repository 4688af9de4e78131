/** Builds a `Call` from a request. Rejects unknown parameters and values that are too long. */
import type { Call, CallParameters } from '../../contract/spec/call.ts';
import { paging } from '../../contract/spec/filters.ts';
import { type Operation, type OperationName, operations } from '../../contract/spec/operations.ts';
import { ProblemError } from '../problems/problem.ts';
import { isIdentifier, isIdentifierOf } from './identifier.ts';

const maxParameterLength = 200;

/** Caps `count`, because the service might not. */
const boundedCount = (count: string): string =>
	/^\d+$/.test(count) && Number(count) > paging.maxCount ? String(paging.maxCount) : count;

/**
 * @param id the path's variable segment, decoded; undefined if the path has none
 * @throws ProblemError not_found, invalid_request
 */
export function readCall<Name extends OperationName>(
	name: Name,
	id: string | undefined,
	given: Iterable<readonly [string, unknown]>,
): Call<Name> {
	const operation: Operation = operations[name];
	if (id !== undefined && !isIdentifierOf(operation, id))
		throw new ProblemError('not_found', 'The path contains no valid identifier.');
	const values: Record<string, string> = {};
	for (const [key, value] of given) {
		const parameter = operation.parameters.find((each) => each.name === key);
		if (parameter === undefined) {
			const shown = JSON.stringify(key.slice(0, 40));
			throw new ProblemError('invalid_request', `The operation takes no parameter ${shown}.`);
		}
		if (Object.hasOwn(values, key) || Array.isArray(value))
			throw new ProblemError('invalid_request', `The parameter ${key} occurs more than once.`);
		if (typeof value !== 'string' || value.length > maxParameterLength)
			throw new ProblemError('invalid_request', `The parameter ${key} is not text, or is too long.`);
		if (parameter.format === 'loc' && !isIdentifier(value))
			throw new ProblemError('invalid_request', 'The parameter loc is not a valid city identifier.');
		values[key] = key === 'count' ? boundedCount(value) : value;
	}
	return {
		operation: name,
		parameters: { ...values, ...(id === undefined ? {} : { id }) } as CallParameters<Name>,
	};
}
