/** The allow-list of `/api`: the contract's table of operations and nothing else (checklist 20). */

import { LRUCache } from 'lru-cache';
import { paging } from '../../contract/spec/filters.ts';
import { matchOperations } from '../../contract/spec/match-operation.ts';
import { type Operation, type OperationName, operationPath } from '../../contract/spec/operations.ts';
import { ProblemError } from '../http/problem.ts';
import { isIdentifier, isIdentifierOf } from './identifier.ts';

export interface MatchedCall {
	readonly name: OperationName;
	readonly operation: Operation;
	/** The variable segment, decoded; empty where the path has none. */
	readonly id: string;
	/** Path and query to send to the service, in the contract's canonical form. */
	readonly path: string;
}

const maxParameterLength = 200;

/** @throws ProblemError not_found when the segment cannot be an identifier of the operation */
function readSegment(operation: Operation, segment: string): string {
	if (!operation.path.includes(':id')) return '';
	try {
		const id = decodeURIComponent(segment);
		if (isIdentifierOf(operation, id)) return id;
	} catch (error) {
		if (!(error instanceof URIError)) throw error;
	}
	throw new ProblemError('not_found', 'The path contains no valid identifier.');
}

/** A longer list than the specification's services send is never requested: one could have any number of elements. */
const boundedCount = (count: string): string =>
	/^\d+$/.test(count) && Number(count) > paging.maxCount ? String(paging.maxCount) : count;

/** @throws ProblemError invalid_request when the operation does not take the query */
function readQuery({ parameters }: Operation, rawQuery: string): Record<string, string> {
	const query = new URLSearchParams(rawQuery);
	const values: Record<string, string> = {};
	for (const name of new Set(query.keys())) {
		const parameter = parameters.find((each) => each.name === name);
		if (parameter === undefined) {
			const shown = JSON.stringify(name.slice(0, 40));
			throw new ProblemError('invalid_request', `The operation takes no parameter ${shown}.`);
		}
		const [value = '', ...others] = query.getAll(name);
		if (others.length > 0)
			throw new ProblemError('invalid_request', `The parameter ${name} occurs more than once.`);
		if (value.length > maxParameterLength)
			throw new ProblemError('invalid_request', `The parameter ${name} is too long.`);
		if (parameter.format === 'loc' && !isIdentifier(value))
			throw new ProblemError('invalid_request', 'The parameter loc is no valid identifier of a city.');
		values[name] = name === 'count' ? boundedCount(value) : value;
	}
	return values;
}

/** Requests that were matched lately: few lists and events are asked for most, and reading a query takes longer than its response. */
const matched = new LRUCache<string, MatchedCall>({ max: 2_000 });
/** Characters of a URL that is remembered. */
const maxKnownUrl = 300;

/**
 * Finds the operation of a request and writes its path anew, so that nothing else reaches the service.
 *
 * @param rawUrl path below `/api` and query, as they were sent
 * @throws ProblemError not_found, method_not_allowed, invalid_request
 */
export function matchCall(method: string, rawUrl: string): MatchedCall {
	const key = `${method} ${rawUrl}`;
	const known = matched.get(key);
	if (known !== undefined) return known;
	const call = matchAnew(method, rawUrl);
	if (rawUrl.length <= maxKnownUrl) matched.set(key, call);
	return call;
}

function matchAnew(method: string, rawUrl: string): MatchedCall {
	const [pathname = '', rawQuery = ''] = rawUrl.split(/\?(.*)/s);
	const fitting = matchOperations(pathname);
	if (fitting.length === 0) throw new ProblemError('not_found', 'The specification has no such path.');
	const match = fitting.find(({ operation }) => operation.method === method);
	if (match === undefined)
		throw new ProblemError('method_not_allowed', `The specification has no ${method} of this path.`);
	const { name, operation, segment } = match;
	const id = readSegment(operation, segment);
	return { name, operation, id, path: operationPath(name, { ...readQuery(operation, rawQuery), id }) };
}
