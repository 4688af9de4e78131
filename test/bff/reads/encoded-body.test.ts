import { describe, expect, it } from 'vitest';
import { encodeBody } from '../../../src/bff/reads/encoded-body.ts';

const response = { status: 200, body: 'x'.repeat(2_000) };

describe('the encoding of a response (RFC 9110 §12.5.3)', () => {
	it.each([
		['gzip, deflate, br, zstd', 'br'],
		['gzip', 'gzip'],
		['br;q=0, gzip', 'gzip'],
		['br;q=0, gzip;q=0', 'identity'],
		['*', 'br'],
		['*;q=0', 'identity'],
		['brotli', 'identity'],
		['', 'identity'],
		[undefined, 'identity'],
	])('for Accept-Encoding %s is %s', async (acceptEncoding, encoding) => {
		expect((await encodeBody(response, acceptEncoding)).encoding).toBe(encoding);
	});

	it('is identity for a short body', async () => {
		expect((await encodeBody({ status: 200, body: '{}' }, 'br')).encoding).toBe('identity');
	});
});
