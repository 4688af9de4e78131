import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localPath } from '../../../../src/web/shared/session/sign-in.ts';

describe('the return path after a sign-in', () => {
	it.each([
		'/cities/beijing?day_type=weekend&type=music',
		'/cities/beijing?q=%2F%2Fe',
		'/events/1',
		'/events/a%2Fb',
		'/events/a%2F..%2Fb',
		'/',
	])('keeps %s', (path) => {
		expect(localPath(path)).toBe(path);
	});

	it.each(['//e', '/.//e', 'https:e', 'javascript:alert(1)', '', '/callback?code=1'])(
		'is the start page instead of %j',
		(path) => {
			expect(localPath(path)).toBe('/');
		},
	);

	it('is never one that resolves to another site, however often it is resolved', () => {
		const part = fc.constantFrom(...'/\\.\t:@e?#', '..', '%2e', '%2f', '%5c', '%09');
		fc.assert(
			fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
				const path = localPath(parts.join(''));
				expect(new URL(path, 'https://site.example').origin).toBe('https://site.example');
				expect(localPath(path)).toBe(path);
			}),
		);
	});
});
