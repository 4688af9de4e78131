/** Signs image URLs. The image proxy fetches no others, so nobody can make it request arbitrary URLs. */
import { withSignature } from '../../contract/bff-api/images.ts';
import { createSigner } from '../hash.ts';

/** Longer URLs are not signed; the image proxy has the same limit. */
export const maxImageUrl = 2_000;

/** `guests`: people who may see the private event that the image belongs to. */
export type ImageAudience = 'everybody' | 'guests';

export type ImageSignatures = ReturnType<typeof createImageSignatures>;

const audiences: readonly ImageAudience[] = ['everybody', 'guests'];

/** Signed URLs contain no space, so the prefix is unambiguous. */
const signedText = (source: string, audience: ImageAudience) =>
	audience === 'everybody' ? source : `${audience} ${source}`;

/** @param keys session keys, newest first */
export function createImageSignatures(keys: readonly string[]) {
	const signer = createSigner(keys, 'daybill image urls');
	return {
		sign: (source: string, audience: ImageAudience = 'everybody') =>
			withSignature(source, signer.sign(signedText(source, audience))),
		/** Null if none of the current keys made the signature. */
		audienceOf: (source: string, signature: string): ImageAudience | null =>
			audiences.find((audience) => signer.verify(signedText(source, audience), signature)) ?? null,
	};
}
