/**
 * Signatures of image URLs. The image proxy fetches only what this BFF has signed, so it cannot be used to make the server
 * call any other URL.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { withSignature } from '../../contract/bff-api/images.ts';

/**
 * The first 72 bits of the HMAC: who tries a million a second finds one in 75 million years. A page names up to forty images,
 * and signatures cannot be compressed. Twelve characters of base64url, without spare bits.
 */
const signatureBytes = 9;

/** Characters of a URL that is signed at most; the same limit holds at the image proxy. */
export const maxImageUrl = 2_000;

/** Who may see an image: everybody, or those who may see the private event that it belongs to. */
export type ImageAudience = 'everybody' | 'guests';

export interface ImageSignatures {
	/**
	 * An image's URL with its signature. The same URL always gets the same one for the same audience, so that caches keep
	 * the image.
	 *
	 * @param audience defaults to everybody
	 */
	sign(source: string, audience?: ImageAudience): string;
	/** For whom this BFF has signed the URL so, with any of the current keys; null when it has not. */
	audienceOf(source: string, signature: string): ImageAudience | null;
}

const audiences: readonly ImageAudience[] = ['everybody', 'guests'];
/** What is signed. No URL that is signed has a space in it. */
const signedText = (source: string, audience: ImageAudience): string =>
	audience === 'everybody' ? source : `${audience} ${source}`;

/** @param keys session keys of 32 bytes in base64url, newest first: the first signs, all verify */
export function createImageSignatures(keys: readonly string[]): ImageSignatures {
	// As objects, with which an HMAC takes a quarter of the time: a list of the service can have thousands of images.
	const secrets = keys.map((key) =>
		createSecretKey(
			Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'daybill image urls', 32)),
		),
	);
	const [newest] = secrets;
	if (newest === undefined) throw new Error('there is no session key');
	const signatureOf = (secret: KeyObject, source: string, audience: ImageAudience) =>
		createHmac('sha256', secret)
			.update(signedText(source, audience))
			.digest()
			.subarray(0, signatureBytes)
			.toString('base64url');
	return {
		sign: (source, audience = 'everybody') => withSignature(source, signatureOf(newest, source, audience)),
		audienceOf(source, signature) {
			// The texts are compared, since several texts stand for the same bytes and caches have the text in their key.
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
