/** Bodies of error responses (Spec §2.6), read once. */
import { errorName } from '../spec/errors.ts';
import type { ErrorBody } from '../spec/resources.ts';
import { readCount, readText } from './fields.ts';

/**
 * Reads an error body. The code decides; a name or a request that is missing is filled in.
 *
 * @param request what was called, as `<METHOD> <path>`, where the body does not say
 * @returns null for anything without a code
 */
export function readErrorBody(value: unknown, request = ''): ErrorBody | null {
	if (typeof value !== 'object' || value === null) return null;
	const fields = value as Readonly<Record<string, unknown>>;
	const code = readCount(fields.code);
	if (code === null) return null;
	return { code, msg: readText(fields.msg) || errorName(code), request: readText(fields.request) || request };
}
