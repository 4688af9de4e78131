import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Characters of base64url, each of which encodes 6 bits. */
const shortLength = 22;

export const shortHash = (content: string): string =>
	hash('sha256', content, 'base64url').slice(0, shortLength);

/** The hash that allows an inline script or style in a Content-Security-Policy (CSP Level 3 §2.3.1). */
export const sourceHash = (code: string): string => `'sha256-${hash('sha256', code, 'base64')}'`;

/** Short, because a page has up to forty signatures. Even a million guesses per second take 75 million years. */
const signatureBytes = 9;

/**
 * Signs texts with keys derived from the session keys.
 * @param keys 32 bytes each in base64url, newest first: the newest signs, all verify
 * @param purpose makes signatures invalid for other purposes
 */
export function createSigner(keys: readonly string[], purpose: string) {
	// A list may have thousands of images, and an HMAC with a key object is four times as fast as with a buffer.
	const secrets = keys.map((key) =>
		createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, 32))),
	);
	const [newest] = secrets;
	if (newest === undefined) throw new Error('there is no session key');
	const signatureOf = (secret: KeyObject, text: string) =>
		createHmac('sha256', secret).update(text).digest().subarray(0, signatureBytes).toString('base64url');
	return {
		/** Always returns the same signature for a text, so that signed URLs can be cached. */
		sign: (text: string) => signatureOf(newest, text),
		verify(text: string, signature: string): boolean {
			// Compares texts, not bytes: several texts decode to the same bytes, and each would get a cache entry of its own.
			const given = Buffer.from(signature);
			return secrets.some((secret) => {
				const expected = Buffer.from(signatureOf(secret, text));
				return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
			});
		},
	};
}
