/** Parses responses of the token endpoint (Spec §2.5). */
import { levels } from '../spec/levels.ts';
import { maxIdentifier, readCount, readFields, readText, UnreadableError } from './fields.ts';

export interface Tokens {
	accessToken: string;
	/** Null if missing or too long. */
	refreshToken: string | null;
	/** In seconds, from receipt. */
	expiresIn: number;
	/** Null if missing (as in responses to a refresh) or too long for a URL. */
	userId: string | null;
}

/** Assumed if the response has no lifetime: the shortest of Spec §5. A wrong guess is harmless: code 106 decides. */
const defaultLifetime = levels.L1.accessTokenSeconds;
/** Ten years: later dates can't be displayed. */
const maxLifetime = 10 * 365 * 86_400;

/** Only tokens that fit into an `Authorization` header. */
const accessTokenPattern = /^[\x21-\x7e]{1,8192}$/;

/** A longer refresh token is dropped; the session then ends when the access token expires. */
const maxRefreshToken = 8_192;

const bounded = (text: string, max: number): string | null =>
	text === '' || text.length > max ? null : text;

/**
 * Reads `service_user_id`, else the only field ending in `_user_id`: services use their own name as the prefix. Empty
 * if missing or ambiguous.
 */
function readUserId(fields: Readonly<Record<string, unknown>>): string {
	const named = readText(fields.service_user_id);
	if (named !== '') return named;
	const [other, ...more] = Object.keys(fields).filter(
		(name) => name.endsWith('_user_id') && readText(fields[name]) !== '',
	);
	return other !== undefined && more.length === 0 ? readText(fields[other]) : '';
}

/** @throws UnreadableError without a usable access token; the message contains nothing from the response */
export function readTokens(value: unknown): Tokens {
	const fields = readFields(value, 'a token response');
	const accessToken = readText(fields.access_token);
	if (!accessTokenPattern.test(accessToken))
		throw new UnreadableError('the token response has no usable access token');
	return {
		accessToken,
		refreshToken: bounded(readText(fields.refresh_token), maxRefreshToken),
		expiresIn: Math.min(readCount(fields.expires_in) || defaultLifetime, maxLifetime),
		userId: bounded(readUserId(fields), maxIdentifier),
	};
}
