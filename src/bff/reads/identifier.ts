/** Identifiers in URLs: any string, such as `2026/4`, that no server or proxy can turn into another path. */
import { canCarry, matchOperations } from '../../contract/spec/match-operation.ts';
import { type Operation, operations } from '../../contract/spec/operations.ts';

/** UTF-16 code units. */
const maxLength = 200;

/** The path as a server or proxy reads it that decodes twice, or treats `\` as `/`. */
const misread = (text: string): string => text.replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c|\\/gi, '/');

export function isIdentifier(text: string): boolean {
	if (text === '' || text.length > maxLength || /\p{Cc}/u.test(text)) return false;
	return misread(text)
		.split('/')
		.every((segment) => segment !== '.' && segment !== '..');
}

/** Whether an event has a page, and other URLs of its own. */
export const hasPage = ({ id }: { readonly id: string }) => isIdentifierOf(operations.getEvent, id);

/**
 * Whether a decoded string can be the identifier in an operation's path. Servers and proxies disagree on
 * percent-encoded slashes, so an identifier must not make the path another operation's, such as `10/participants`.
 */
export function isIdentifierOf(operation: Operation, text: string): boolean {
	if (!isIdentifier(text) || !canCarry(operation, text)) return false;
	const read = misread(text);
	return !read.includes('/') || matchOperations(operation.path.replace(':id', () => read)).length === 0;
}
