/** Bodies of error responses (Spec §2.6), read once. */
import { errorName } from '../spec/errors.ts';
import type { ErrorBody } from '../spec/resources.ts';
import { readCount, readText } from './fields.ts';

/** Characters of a text that are kept: error bodies are remembered for a while, and a service decides how long they are. */
const maxTextLength = 1_000;

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
	const [msg, path] = [fields.msg, fields.request].map((text) => readText(text).slice(0, maxTextLength));
	return { code, msg: msg || errorName(code), request: path || request };
}
