/**
 * Signatures of picture URLs. The image proxy fetches only what this BFF has signed, so it cannot be used to make the server
 * call any other URL.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { withSignature } from '../../contract/bff-api/pictures.ts';

/** The first 128 bits of the HMAC are enough, and keep URLs short. */
const signatureBytes = 16;

/** Characters of a URL that is signed at most; the same limit holds at the image proxy. */
export const maxPictureUrl = 2_000;

export interface PictureSignatures {
	/** A picture's URL with its signature. The same URL always gets the same one, so that caches keep the picture. */
	sign(source: string): string;
	/** Whether the signature is one of this BFF, made with any of the current keys. */
	isSigned(source: string, signature: string): boolean;
}

/** @param keys session keys of 32 bytes in base64url, newest first: the first signs, all verify */
export function createPictureSignatures(keys: readonly string[]): PictureSignatures {
	const secrets = keys.map((key) =>
		Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'daybill picture urls', 32)),
	);
	const [newest] = secrets;
	if (newest === undefined) throw new Error('there is no session key');
	const signatureOf = (secret: Buffer, source: string): string =>
		createHmac('sha256', secret).update(source).digest().subarray(0, signatureBytes).toString('base64url');
	return {
		sign: (source) => withSignature(source, signatureOf(newest, source)),
		isSigned(source, signature) {
			// The texts are compared, since several texts stand for the same bytes and caches have the text in their key.
			const given = Buffer.from(signature);
			return secrets.some((secret) => {
				const expected = Buffer.from(signatureOf(secret, source));
				return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
			});
		},
	};
}
