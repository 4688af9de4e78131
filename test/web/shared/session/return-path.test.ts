import { describe, expect, it } from 'vitest';
import { localPath } from '../../../../src/web/shared/session/return-path.ts';

describe('the way back after a sign-in (checklist 15)', () => {
	it.each(['/cities/beijing?day_type=weekend&type=music', '/events/1', '/'])('keeps %s', (path) => {
		expect(localPath(path)).toBe(path);
	});

	it.each([
		'//e',
		'/\\e',
		'/%09/e',
		'/\t/e',
		'https:e',
		'/..//e',
		'/%5ce',
		'javascript:alert(1)',
		'/a\r\nb',
		'events/1',
		'',
		null,
		{},
		'/callback?code=1',
	])('leads to the start instead of %j', (path) => {
		expect(localPath(path)).toBe('/');
	});
});
