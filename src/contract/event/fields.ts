/** Reading single fields of a response: any lawful form of a text, an identifier, a counter or a URL. */

/** Thrown when a response, or an element of a list, cannot be read; the message says what was wrong. */
export class UnreadableError extends Error {
	constructor(what: string) {
		super(what);
		this.name = 'UnreadableError';
	}
}

/** An object's fields. @throws UnreadableError for anything else, naming `what` was expected */
export function readFields(value: unknown, what: string): Readonly<Record<string, unknown>> {
	if (typeof value === 'object' && value !== null && !Array.isArray(value))
		return value as Record<string, unknown>;
	throw new UnreadableError(
		`${what} is ${value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value}, not an object`,
	);
}

/**
 * A text; numbers become one, anything else is empty. Half a surrogate pair, which JSON can carry and no URL can, becomes
 * U+FFFD.
 */
export function readText(value: unknown): string {
	if (typeof value === 'string') return value.toWellFormed();
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** An identifier: any text but an empty one. @throws UnreadableError where there is none */
export function readId(value: unknown, what: string): string {
	const id = readText(value);
	if (id === '') throw new UnreadableError(`${what} has no id`);
	return id;
}

/** A whole number from 0 on, also as a text. @returns null for anything else */
export function readCount(value: unknown): number | null {
	const text = readText(value);
	return /^\d{1,15}(\.0*)?$/.test(text) ? Math.trunc(Number(text)) : null;
}

/** An absolute http(s) URL. @returns null for anything else, such as an empty text or `javascript:` */
export function readUrl(value: unknown): string | null {
	const text = readText(value).trim();
	return /^https?:\/\/[^\s/]/i.test(text) ? text : null;
}

/** A position on the map. */
export interface Geo {
	latitude: number;
	longitude: number;
}

/** `<latitude> <longitude>` (Spec §2.1). @returns null when it is missing, out of range, or `0 0`, which services send for none */
export function readGeo(value: unknown): Geo | null {
	const [first = '', second = '', ...rest] = readText(value).trim().split(/\s+/, 3);
	const [latitude, longitude] = [Number(first), Number(second)];
	const isNumber = first !== '' && second !== '' && rest.length === 0;
	const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
	return isNumber && isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}
