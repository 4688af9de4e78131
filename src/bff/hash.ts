import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Base64url characters: 132 bits. */
const shortLength = 22;

export const shortHash = (content: string): string =>
	hash('sha256', content, 'base64url').slice(0, shortLength);

/** For inline scripts and styles in a Content-Security-Policy (CSP Level 3 §2.3.1). */
export const sourceHash = (code: string): string => `'sha256-${hash('sha256', code, 'base64')}'`;

/**
 * The first 72 bits of the HMAC: at a million guesses a second, a correct guess takes 75 million years on
 * average. A page has up to forty signatures, and they don't compress.
 */
const signatureBytes = 9;

/**
 * Signs texts with keys derived from the session keys.
 * @param keys of 32 bytes in base64url, newest first: the first signs, all verify
 * @param purpose makes signatures invalid for other purposes
 */
export function createSigner(keys: readonly string[], purpose: string) {
	// Key objects make an HMAC four times as fast; a list can have thousands of images.
	const secrets = keys.map((key) =>
		createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, 32))),
	);
	const [newest] = secrets;
	if (newest === undefined) throw new Error('there is no session key');
	const signatureOf = (secret: KeyObject, text: string) =>
		createHmac('sha256', secret).update(text).digest().subarray(0, signatureBytes).toString('base64url');
	return {
		/** The same text always gets the same signature, so that caches work. */
		sign: (text: string) => signatureOf(newest, text),
		verify(text: string, signature: string): boolean {
			// Compare as text: several texts decode to the same bytes, and cache keys contain the text.
			const given = Buffer.from(signature);
			return secrets.some((secret) => {
				const expected = Buffer.from(signatureOf(secret, text));
				return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
			});
		},
	};
}
