/** Reads single fields of a response (text, identifiers, counters, URLs) in every form that the specification allows. */
import type { Event } from './schemas.ts';

/** A response or a list element can't be read; the message is the reason. */
export class UnreadableError extends Error {
	override readonly name = 'UnreadableError';
}

/**
 * @param what name of the value in the error message
 * @throws UnreadableError for anything but an object
 */
export function readFields(value: unknown, what: string): Readonly<Record<string, unknown>> {
	if (typeof value === 'object' && value !== null && !Array.isArray(value))
		return value as Record<string, unknown>;
	throw new UnreadableError(
		`${what} is ${value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value}, not an object`,
	);
}

/**
 * Reads a string. Numbers are converted; anything else becomes an empty string. A lone surrogate, which JSON allows and
 * URLs don't, becomes U+FFFD.
 */
export function readText(value: unknown): string {
	if (typeof value === 'string') return value.toWellFormed();
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** UTF-16 code units of the longest identifier: a longer one doesn't fit into a URL. */
export const maxIdentifier = 200;

/** Reads an identifier. Empty if there is none, or if it is too long. */
export function readIdentifier(value: unknown): string {
	const text = readText(value);
	return text.length > maxIdentifier ? '' : text;
}

/** @throws UnreadableError without an identifier */
export function readId(value: unknown, what: string): string {
	const id = readIdentifier(value);
	if (id === '') throw new UnreadableError(`${what} has no id of at most ${maxIdentifier} characters`);
	return id;
}

/** Reads a non-negative integer, which may be sent as a string. @returns null for anything else */
export function readCount(value: unknown): number | null {
	const text = readText(value);
	return /^\d{1,15}(\.0*)?$/.test(text) ? Math.trunc(Number(text)) : null;
}

/** UTF-16 code units of the longest URL that is read. */
export const maxUrl = 2_000;

/**
 * Reads an absolute http(s) URL.
 * @returns null for anything else, and for one with a name before its host, which misleads: `https://bank.example@evil.example`
 */
export function readUrl(value: unknown): string | null {
	const sent = readText(value);
	if (sent.length > maxUrl) return null;
	const text = sent.trim();
	return /^https?:\/\/(?![^/\\?#]*@)[^\s/]/i.test(text) && URL.canParse(text) ? text : null;
}

export type Geo = NonNullable<Event['geo']>;

/** Reads `<latitude> <longitude>` (Spec §2.1). Null if invalid, or `0 0`, which services send for an unknown place. */
export function readGeo(value: unknown): Geo | null {
	const [first = '', second = '', ...rest] = readText(value).trim().split(/\s+/, 3);
	const [latitude, longitude] = [Number(first), Number(second)];
	const isNumber = first !== '' && second !== '' && rest.length === 0;
	const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
	return isNumber && isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}
