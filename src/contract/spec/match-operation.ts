/** Which operation of the specification (Spec §4.2) a request is. */
import { type Operation, type OperationName, operations, reservedSegments } from './operations.ts';

export interface MatchedOperation {
	name: OperationName;
	operation: Operation;
	/** The variable segment as it stands in the path, still percent-encoded; empty where the path has none. */
	segment: string;
}

const rows = (Object.entries(operations) as [OperationName, Operation][]).map(([name, operation]) => ({
	name,
	operation,
	pattern: new RegExp(`^${operation.path.replace(':id', '([^/]+)')}$`),
}));

/**
 * The operations that share a path, which have different methods. `event/list` fits `event/:id` too: the literal path
 * wins.
 *
 * @param pathname below {base_url}, without a query
 */
export function matchOperations(pathname: string): MatchedOperation[] {
	const fitting = rows.flatMap(({ name, operation, pattern }) => {
		const match = pattern.exec(pathname);
		return match === null ? [] : [{ name, operation, segment: match[1] ?? '' }];
	});
	const literal = fitting.filter(({ operation }) => operation.path === pathname);
	return literal.length > 0 ? literal : fitting;
}

/** The name of the operation that a request is, for metrics; `unknown` for none. @param path with or without a query */
export function operationNameOf(method: string, path: string): OperationName | 'unknown' {
	const [pathname = ''] = path.split('?');
	return matchOperations(pathname).find(({ operation }) => operation.method === method)?.name ?? 'unknown';
}

/**
 * Whether an identifier can stand in an operation's path. Where a literal segment of another operation can stand, such
 * as `list` after `event/`, no identifier can be that word.
 */
export function canCarry({ path }: Operation, id: string): boolean {
	const isReserved = reservedSegments.some((segment) => segment === id);
	return !(isReserved && /^\/v2\/(event|loc)\/:id/.test(path));
}
