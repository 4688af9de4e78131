/** Responses of the token endpoint (Spec §2.5), read once. */
import { levels } from '../spec/access.ts';
import { readCount, readFields, readText, UnreadableError } from './fields.ts';

export interface Tokens {
	accessToken: string;
	/** Null when the response has none, or one that is too long. */
	refreshToken: string | null;
	/** Lifetime of the access token in seconds, counted from receipt. */
	expiresIn: number;
	/** Who signed in; null when the service does not say, as in responses to a refresh, or in more characters than a URL carries. */
	userId: string | null;
}

/** A lifetime that is missing counts as the shortest of Spec §5. A wrong guess does no harm: code 106 decides. */
const defaultLifetime = levels.L1.accessTokenSeconds;
/** Ten years: beyond that the end of a token is not a date that anything can show. */
const maxLifetime = 10 * 365 * 86_400;

/** What fits into an `Authorization` header. */
const accessTokenPattern = /^[\x21-\x7e]{1,8192}$/;

/** Characters of a refresh token at most; a longer one is not kept, and the sign-in ends with the access token. */
const maxRefreshToken = 8_192;
/** Characters of a user's identifier at most: no URL carries a longer one. */
const maxUserId = 200;

/** A text, unless it is longer than what is kept of a sign-in. */
const bounded = (text: string, max: number): string | null =>
	text === '' || text.length > max ? null : text;

/** `service_user_id`, else the one field whose name ends like it: services put their own name in front. Empty for none. */
function readUserId(fields: Readonly<Record<string, unknown>>): string {
	const named = readText(fields.service_user_id);
	if (named !== '') return named;
	const [other, ...more] = Object.keys(fields).filter(
		(name) => name.endsWith('_user_id') && readText(fields[name]) !== '',
	);
	return other !== undefined && more.length === 0 ? readText(fields[other]) : '';
}

/**
 * Reads a token response.
 *
 * @throws UnreadableError when it has no access token that can be sent; the message repeats nothing of the response
 */
export function readTokens(value: unknown): Tokens {
	const fields = readFields(value, 'a token response');
	const accessToken = readText(fields.access_token);
	if (!accessTokenPattern.test(accessToken))
		throw new UnreadableError('a token response has no access token that can be sent');
	return {
		accessToken,
		refreshToken: bounded(readText(fields.refresh_token), maxRefreshToken),
		expiresIn: Math.min(readCount(fields.expires_in) || defaultLifetime, maxLifetime),
		userId: bounded(readUserId(fields), maxUserId),
	};
}
