import { describe, expect, it } from 'vitest';
import { createImageSignatures } from '../../../src/bff/image-urls/sign-images.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';
import { readUrl } from '../../../src/contract/event/fields.ts';

const source = 'https://img.example/a.jpg?size=l&v=1';
const signatureOf = (signed: string) =>
	new URL(imageUrl(signed, 96), 'http://localhost').searchParams.get('sig') ?? '';

describe('image signatures', () => {
	it('are the same after a restart, on every machine and in every release, so that caches stay valid', () => {
		const { sign } = createImageSignatures(['A'.repeat(43)]);
		const signatures = [sign(source), sign(source, 'guests')].map(signatureOf);
		expect(signatures).toEqual(['ssWA8hLuvBVq', 's6Hp1IDzoXJm']);
	});

	it('leave the URL valid, and reach the image proxy in its query', () => {
		const { sign, audienceOf } = createImageSignatures([newSecret()]);
		const signed = sign(source);
		expect(readUrl(signed)).toBe(signed);
		const { searchParams } = new URL(imageUrl(signed, 320), 'http://localhost');
		expect(searchParams.get('src')).toBe(source);
		expect(audienceOf(source, searchParams.get('sig') ?? '')).toBe('everybody');
	});

	it('of an older key are valid until the key is removed', () => {
		const [old, current] = [newSecret(), newSecret()];
		const signature = signatureOf(createImageSignatures([old]).sign(source));
		expect(createImageSignatures([current, old]).audienceOf(source, signature)).toBe('everybody');
		expect(createImageSignatures([current]).audienceOf(source, signature)).toBeNull();
	});

	it('state the audience that an image was signed for', () => {
		const { sign, audienceOf } = createImageSignatures([newSecret()]);
		const signature = signatureOf(sign(source, 'guests'));
		expect(signature).not.toBe(signatureOf(sign(source)));
		expect(audienceOf(source, signature)).toBe('guests');
	});

	it('are not valid for another URL, and have only one form', () => {
		const { sign, audienceOf } = createImageSignatures([newSecret()]);
		const signature = signatureOf(sign(source));
		expect(audienceOf(`${source}0`, signature)).toBeNull();
		for (const other of ['', 'A'.repeat(12), `${signature}=`, `${signature}!`, signature.slice(0, -1)])
			expect(audienceOf(source, other)).toBeNull();
	});
});
