import type { Call } from '../spec/call.ts';
import { errorName } from '../spec/errors.ts';
import type { ErrorBody } from '../spec/resources.ts';
import { readCount, readText } from './fields.ts';
import { meaningOf } from './rejection.ts';

/** Longer texts are truncated, because error bodies are cached and the service decides their length. */
const maxTextLength = 1_000;

/**
 * Reads an error body (Spec §2.6), filling in a missing name or request. Null if there is no code.
 *
 * @param request the call, as `<METHOD> <path>`
 */
export function readErrorBody(value: unknown, request = ''): ErrorBody | null {
	if (typeof value !== 'object' || value === null) return null;
	const fields = value as Readonly<Record<string, unknown>>;
	const code = readCount(fields.code);
	if (code === null) return null;
	const [msg, path] = [fields.msg, fields.request].map((text) => readText(text).slice(0, maxTextLength));
	return { code, msg: msg || errorName(code), request: path || request };
}

/** Whether an error's message contains one of these names of parameters. */
export function namedIn({ msg }: ErrorBody, names: readonly string[]): boolean {
	const words = msg.split(/\W+/);
	return names.some((name) => words.includes(name));
}

/**
 * Whether the service rejected a read by id because the id doesn't exist. The specification has no code for this (gap
 * register, `unknown-resource`). Its listed codes are about the caller, a limit or the request's form, so any other
 * code, or 999, means an unknown id, unless the status is 401, 403, 429 or 5xx; so does 113, unless it names another
 * parameter of the call.
 */
export function isUnknownId(status: number, error: ErrorBody, { parameters }: Call): boolean {
	const { code } = error;
	const meaning = meaningOf({ status, code });
	if (meaning !== 'other' || status < 400 || status >= 500) return meaning === 'absent';
	const others = Object.keys(parameters).filter((name) => name !== 'id');
	const isAboutOther = namedIn(error, others);
	return errorName(code) === 'unknown' || (code === 113 && !isAboutOther);
}
