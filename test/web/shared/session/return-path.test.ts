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

	it.each([
		'//e',
		'/\\e',
		'/%09/e',
		'/\t/e',
		'https:e',
		'/..//e',
		'/%5ce',
		'/.//e',
		'/.%2f/e',
		'/%2e//e',
		'/%2E%2e//e',
		'/a/..//e',
		'/a/%2e%2e/%2fe',
		'/./%5ce',
		'/a/%2e%2e%2f%2fe',
		'javascript:alert(1)',
		'/a\r\nb',
		'events/1',
		'',
		null,
		{},
		'/callback?code=1',
	])('is the start page instead of %j', (path) => {
		expect(localPath(path)).toBe('/');
	});
});
