import { type Operation, type OperationName, operations } from './operations.ts';

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

/** The segment that is an event's or city's identifier, or a word such as `list`. */
const thirdSegment = ({ path }: Operation) => path.split('/')[3] ?? '';
const reservedWords = new Set(
	rows.map(({ operation }) => thirdSegment(operation)).filter((each) => each !== ':id'),
);

/** Whether an operation's path can contain this identifier: a word such as `list` makes it another operation's. */
export const canCarry = (operation: Operation, id: string): boolean =>
	thirdSegment(operation) !== ':id' || !reservedWords.has(id);
