/** The service's rate-limit headers (Spec §8). */
import { readCount } from '../../contract/event/fields.ts';
import { rateLimitHeaders } from '../../contract/spec/levels.ts';

const limitHeaderNames = Object.values(rateLimitHeaders);

/**
 * The rate-limit headers that were sent, spelled as in the specification.
 * @param header reads a header by name, ignoring case
 */
export function pickLimitHeaders(header: (name: string) => string | undefined): Record<string, string> {
	const sent: Record<string, string> = {};
	for (const name of limitHeaderNames) {
		const value = header(name);
		if (value !== undefined && readCount(value) !== null) sent[name] = value;
	}
	return sent;
}

const maxRetryAfterSeconds = 86_400;

/** Seconds of a Retry-After (RFC 9110 §10.2.3); undefined if it is invalid. */
export function readRetryAfter(value: string | undefined, now: number): string | undefined {
	const seconds = readCount(value) ?? Math.ceil((Date.parse(value ?? '') - now) / 1000);
	return seconds >= 0 && seconds <= maxRetryAfterSeconds ? String(seconds) : undefined;
}
