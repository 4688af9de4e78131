/** Identifiers in URLs: any string, such as `2026/4`, that cannot become another path on the way. */
import { canCarry, matchOperations } from '../../contract/spec/match-operation.ts';
import type { Operation } from '../../contract/spec/operations.ts';

/** UTF-16 code units, decoded. */
const maxLength = 200;

/** What a server or proxy would read that decodes a path once more than it should, or that takes `\` for `/`. */
const misread = (text: string): string => text.replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c|\\/gi, '/');

/** Whether a decoded text can be an identifier: not empty, not too long, no control characters, no `.` or `..` segment. */
export function isIdentifier(text: string): boolean {
	if (text === '' || text.length > maxLength || /\p{Cc}/u.test(text)) return false;
	return misread(text)
		.split('/')
		.every((segment) => segment !== '.' && segment !== '..');
}

/**
 * Whether a decoded text can be the identifier in an operation's path. A slash in it is sent percent-encoded, and servers
 * and proxies disagree on what that means: so it cannot be one that would make the path another operation's, such as
 * `10/participants`.
 */
export function isIdentifierOf(operation: Operation, text: string): boolean {
	if (!isIdentifier(text) || !canCarry(operation, text)) return false;
	const read = misread(text);
	return !read.includes('/') || matchOperations(operation.path.replace(':id', () => read)).length === 0;
}
