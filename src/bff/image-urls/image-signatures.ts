/** Signs image URLs. The image proxy fetches no others, so nobody can make it request arbitrary URLs. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { withSignature } from '../../contract/bff-api/images.ts';

/**
 * The first 72 bits of the HMAC: at a million guesses a second, a correct guess takes 75 million years on
 * average. A page has up to forty signatures, and they don't compress.
 */
const signatureBytes = 9;

/** Longer URLs are not signed; the image proxy has the same limit. */
export const maxImageUrl = 2_000;

/** `guests`: people who may see the private event that the image belongs to. */
export type ImageAudience = 'everybody' | 'guests';

export type ImageSignatures = ReturnType<typeof createImageSignatures>;

const audiences: readonly ImageAudience[] = ['everybody', 'guests'];
/** @param keys session keys of 32 bytes in base64url, newest first: the first signs, all verify */
export function createImageSignatures(keys: readonly string[]) {
	// Key objects make an HMAC four times as fast; a list can have thousands of images.
	const secrets = keys.map((key) =>
		createSecretKey(
			Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'daybill image urls', 32)),
		),
	);
	const [newest] = secrets;
	if (newest === undefined) throw new Error('there is no session key');
	const signatureOf = (secret: KeyObject, source: string, audience: ImageAudience) =>
		createHmac('sha256', secret)
			// Signed URLs contain no space, so the prefix is unambiguous.
			.update(audience === 'everybody' ? source : `${audience} ${source}`)
			.digest()
			.subarray(0, signatureBytes)
			.toString('base64url');
	return {
		/** The same URL and audience always get the same signature, so that caches work. */
		sign: (source: string, audience: ImageAudience = 'everybody') =>
			withSignature(source, signatureOf(newest, source, audience)),
		/** Null if none of the current keys made the signature. */
		audienceOf(source: string, signature: string): ImageAudience | null {
			// Compare as text: several texts decode to the same bytes, and cache keys contain the text.
			const given = Buffer.from(signature);
			const isSignedFor = (audience: ImageAudience) =>
				secrets.some((secret) => {
					const expected = Buffer.from(signatureOf(secret, source, audience));
					return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
				});
			return audiences.find(isSignedFor) ?? null;
		},
	};
}
