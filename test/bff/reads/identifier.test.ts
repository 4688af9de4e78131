import { describe, expect, it } from 'vitest';
import { isIdentifier, isIdentifierOf } from '../../../src/bff/reads/identifier.ts';
import { operations } from '../../../src/contract/spec/operations.ts';

describe('an identifier', () => {
	it.each(['...', 'a/b', 'st.gallen', '中文', 'a b', '50%', 'a\\b', '😀', 'x'.repeat(200)])(
		'can be %s',
		(text) => {
			expect(isIdentifier(text)).toBe(true);
		},
	);

	it.each([
		'',
		'.',
		'..',
		'../x',
		'a/..',
		'a\\..\\b',
		'%2e%2e',
		'%2E./x',
		'a%2f..',
		'\0',
		'a\r\nb',
		'x'.repeat(201),
	])('cannot be %j', (text) => {
		expect(isIdentifier(text)).toBe(false);
	});

	it.each(['10/participants', '10\\wishers', '10%2Fwishers', 'user_wished/7', 'list', 'user_created', '..'])(
		'of an event cannot be %s, which is part of other paths',
		(text) => {
			expect(isIdentifierOf(operations.getEvent, text)).toBe(false);
		},
	);

	it.each(['2026/4', '10/wishers/1', 'a\\b', 'lists', '10.ics', 'ev%2B7', '$&'])(
		'of an event can be %s',
		(text) => {
			expect(isIdentifierOf(operations.getEvent, text)).toBe(true);
			expect(isIdentifierOf(operations.joinEvent, text)).toBe(true);
		},
	);

	it('of a user can be a word that occurs in the paths of events', () => {
		expect(isIdentifierOf(operations.listWishedEvents, 'list')).toBe(true);
	});
});
