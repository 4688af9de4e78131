/** The epoch of a session (contract `Session`): what the browser may know of it, and can name what it keeps by. */
import { hash } from 'node:crypto';

/** Characters of the hash that are sent: 128 bits. */
const length = 22;

/**
 * The same value for the same session in every process, and another one at each sign-in. The session id cannot be found
 * from it: it is part of a hash of 256 random bits, and not of the hash that the store has.
 */
export const sessionEpoch = (sessionId: string): string =>
	hash('sha256', `epoch ${sessionId}`, 'base64url').slice(0, length);
