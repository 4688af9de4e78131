/** Parses error bodies (Spec §2.6). */
import { errorName } from '../spec/errors.ts';
import type { ErrorBody } from '../spec/resources.ts';
import { readCount, readText } from './fields.ts';
import { meaningOf, type Rejection } from './rejection.ts';

/** Longer texts are cut: error bodies are cached, and the service decides how long they are. */
const maxTextLength = 1_000;

/**
 * Reads an error body, and fills in a missing name or request.
 *
 * @param request what was called, as `<METHOD> <path>`
 * @returns null without a code
 */
export function readErrorBody(value: unknown, request = ''): ErrorBody | null {
	if (typeof value !== 'object' || value === null) return null;
	const fields = value as Readonly<Record<string, unknown>>;
	const code = readCount(fields.code);
	if (code === null) return null;
	const [msg, path] = [fields.msg, fields.request].map((text) => readText(text).slice(0, maxTextLength));
	return { code, msg: msg || errorName(code), request: path || request };
}

/**
 * Whether a read by id was rejected because nothing has that id. The specification has no code for it (gap register,
 * `unknown-resource`), but those of its table are about the caller, a limit or the form of the request: so a 400 with any
 * other code, or with 999, says it too.
 */
export const isUnknownId = (rejection: Rejection): boolean =>
	meaningOf(rejection) === 'absent' ||
	(rejection.status === 400 && errorName(rejection.code ?? 999) === 'unknown');
