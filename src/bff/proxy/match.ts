/** The allow-list of the proxy: the contract's table and nothing else (checklist 20). */
import {
	type Operation,
	type OperationName,
	operations,
	reservedSegments,
} from '../../contract/operations.ts';
import { ProblemError } from '../problem.ts';

export interface MatchedCall {
	name: OperationName;
	operation: Operation;
	/** The variable segment, decoded; empty where the path has none. */
	id: string;
	/** Path and query to send to the service, written anew from what was read. */
	path: string;
}

const rows = (Object.entries(operations) as [OperationName, Operation][]).map(([name, operation]) => ({
	name,
	operation,
	pattern: new RegExp(`^${operation.path.replace(':id', '([^/]+)')}$`),
}));

/** The operation that a call of the service is, for metrics; `unknown` when it is none. */
export function operationNameOf(method: string, path: string): string {
	const [rawPath = ''] = path.split('?');
	const literal = rows.find(({ operation }) => operation.path === rawPath && operation.method === method);
	const fitting = rows.find(({ operation, pattern }) => operation.method === method && pattern.test(rawPath));
	return (literal ?? fitting)?.name ?? 'unknown';
}

/** Identifiers are plain: whatever could be read as a path, twice decoded or not, is refused. */
const identifier = /^[\w.~-]{1,64}$/;

/** @throws ProblemError not_found, method_not_allowed, invalid_request; nothing of that reaches the service */
export function matchCall(method: string, rawUrl: string): MatchedCall {
	const [rawPath = '', rawQuery = ''] = rawUrl.split(/\?(.*)/s);
	const fitting = rows.filter(({ pattern }) => pattern.test(rawPath));
	if (fitting.length === 0) throw new ProblemError('not_found', 'The specification has no such path.');
	// `event/list` fits `event/:id` too: the literal one is meant.
	const literal = fitting.filter(({ operation }) => !operation.path.includes(':id'));
	const candidates = literal.length > 0 ? literal : fitting;
	const row = candidates.find(({ operation }) => operation.method === method);
	if (row === undefined)
		throw new ProblemError('method_not_allowed', `The specification has no ${method} of this path.`);

	const id = row.pattern.exec(rawPath)?.[1] ?? '';
	const isReserved = (reservedSegments as readonly string[]).includes(id);
	if (row.operation.path.includes(':id') && (!identifier.test(id) || isReserved || /^\.+$/.test(id))) {
		throw new ProblemError('not_found', 'This is no identifier.');
	}

	const given = new URLSearchParams(rawQuery);
	const query = new URLSearchParams();
	for (const name of new Set(given.keys())) {
		if (!row.operation.parameters.some((parameter) => parameter.name === name)) {
			throw new ProblemError(
				'invalid_request',
				`The operation takes no parameter ${JSON.stringify(name.slice(0, 40))}.`,
			);
		}
		if (given.getAll(name).length > 1)
			throw new ProblemError('invalid_request', `The parameter ${name} is there twice.`);
	}
	for (const { name, format } of row.operation.parameters) {
		const value = given.get(name);
		if (format === 'loc' && value !== null && !identifier.test(value)) {
			throw new ProblemError('invalid_request', 'loc is no identifier of a city.');
		}
		if (value !== null) query.set(name, value.slice(0, 200));
	}
	const path = query.size === 0 ? rawPath : `${rawPath}?${query}`;
	return { name: row.name, operation: row.operation, id, path };
}
