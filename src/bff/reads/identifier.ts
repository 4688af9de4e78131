/** Checks identifiers: any string, such as `2026/4`, that no server or proxy can mistake for another path. */
import { maxIdentifier } from '../../contract/event/fields.ts';
import { canCarry, matchOperations } from '../../contract/spec/match-operation.ts';
import { type Operation, operations } from '../../contract/spec/operations.ts';

/** The path as it is read by a server or proxy that decodes twice, or treats `\` as `/`. */
const misread = (text: string): string => text.replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c|\\/gi, '/');

export function isIdentifier(text: string): boolean {
	if (text === '' || text.length > maxIdentifier || /\p{Cc}/u.test(text)) return false;
	return misread(text)
		.split('/')
		.every((segment) => segment !== '.' && segment !== '..');
}

/** Whether an event can have a page: its id can be part of a URL. */
export const hasPage = ({ id }: { readonly id: string }) => isIdentifierOf(operations.getEvent, id);

/**
 * Whether a decoded string can be the identifier in an operation's path. `10/participants` can't be an event's: some
 * servers and proxies decode percent-encoded slashes, so the path would be another operation's.
 */
export function isIdentifierOf(operation: Operation, text: string): boolean {
	if (!isIdentifier(text) || !canCarry(operation, text)) return false;
	const read = misread(text);
	return !read.includes('/') || matchOperations(operation.path.replace(':id', () => read)).length === 0;
}
