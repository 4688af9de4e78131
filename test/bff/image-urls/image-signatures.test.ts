import { describe, expect, it } from 'vitest';
import { createImageSignatures } from '../../../src/bff/image-urls/sign-images.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';

const source = 'https://img.example/a.jpg?size=l&v=1';
const signatureOf = (signed: string) =>
	new URL(imageUrl(signed, 96), 'http://localhost').searchParams.get('sig') ?? '';

describe('image signatures', () => {
	it('are the same after a restart, on every machine and in every release, so that caches stay valid', () => {
		const { sign } = createImageSignatures(['A'.repeat(43)]);
		const signatures = [sign(source), sign(source, 'guests')].map(signatureOf);
		expect(signatures).toEqual(['ssWA8hLuvBVq', 's6Hp1IDzoXJm']);
	});

	it('of an older key are valid until the key is removed', () => {
		const [old, current] = [newSecret(), newSecret()];
		const signature = signatureOf(createImageSignatures([old]).sign(source));
		expect(createImageSignatures([current, old]).audienceOf(source, signature)).toBe('everybody');
		expect(createImageSignatures([current]).audienceOf(source, signature)).toBeNull();
	});
});
