import { describe, expect, it } from 'vitest';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { createPictureSignatures } from '../../../src/bff/session/picture-signatures.ts';
import { imageUrl } from '../../../src/contract/bff-api/pictures.ts';
import { readUrl } from '../../../src/contract/event/fields.ts';

const source = 'https://img.example/a.jpg?size=l&v=1';
const signatureOf = (signed: string) =>
	new URL(imageUrl(signed, 96), 'http://localhost').searchParams.get('sig') ?? '';

describe('signatures of pictures', () => {
	it('are the same after a restart and on every machine, so that caches keep pictures', () => {
		const keys = [newSecret()];
		expect(createPictureSignatures(keys).sign(source)).toBe(createPictureSignatures([...keys]).sign(source));
	});

	it('leave a URL that is read like any other, and reach the image proxy in its query', () => {
		const { sign, isSigned } = createPictureSignatures([newSecret()]);
		const signed = sign(source);
		expect(readUrl(signed)).toBe(signed);
		const { searchParams } = new URL(imageUrl(signed, 320), 'http://localhost');
		expect(searchParams.get('src')).toBe(source);
		expect(isSigned(source, searchParams.get('sig') ?? '')).toBe(true);
	});

	it('of an older key are valid until the key is removed', () => {
		const [old, current] = [newSecret(), newSecret()];
		const signature = signatureOf(createPictureSignatures([old]).sign(source));
		expect(createPictureSignatures([current, old]).isSigned(source, signature)).toBe(true);
		expect(createPictureSignatures([current]).isSigned(source, signature)).toBe(false);
	});

	it('are not valid for another URL, and have one form only', () => {
		const { sign, isSigned } = createPictureSignatures([newSecret()]);
		const signature = signatureOf(sign(source));
		expect(isSigned(`${source}0`, signature)).toBe(false);
		for (const other of ['', 'A'.repeat(22), `${signature}=`, `${signature}!`, signature.slice(0, -1)])
			expect(isSigned(source, other)).toBe(false);
	});
});
