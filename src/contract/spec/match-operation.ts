import { type Operation, type OperationName, operations, reservedSegments } from './operations.ts';

const rows = (Object.entries(operations) as [OperationName, Operation][]).map(([name, operation]) => ({
	name,
	operation,
	pattern: new RegExp(`^${operation.path.replace(':id', '([^/]+)')}$`),
}));

/**
 * Finds the operations with this path, in the table's order: the path `event/list`, for example, fits `listEvents` before
 * `getEvent`.
 *
 * @param pathname below {base_url}, without a query
 * @returns also the variable segment, still percent-encoded; empty if the path has none
 */
export const matchOperations = (pathname: string) =>
	rows.flatMap(({ name, operation, pattern }) => {
		const match = pattern.exec(pathname);
		return match === null ? [] : [{ name, operation, segment: match[1] ?? '' }];
	});

/** Whether a path can contain this identifier. A word such as `list` is a literal segment of another operation. */
export function canCarry({ path }: Operation, id: string): boolean {
	const isReserved = reservedSegments.some((segment) => segment === id);
	return !(isReserved && /^\/v2\/(event|loc)\/:id/.test(path));
}
