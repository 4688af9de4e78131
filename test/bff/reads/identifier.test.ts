import { expect, it } from 'vitest';
import { isIdentifier, isIdentifierOf } from '../../../src/bff/reads/identifier.ts';
import { operations } from '../../../src/contract/spec/operations.ts';

it('an identifier can be any text that is no path, up to 200 characters', () => {
	const some = ['...', 'a/b', 'st.gallen', '中文', 'a b', '50%', 'a\\b', '😀', 'x'.repeat(200)];
	expect(some.filter((text) => !isIdentifier(text))).toEqual([]);
	const paths = ['.', '..', '../x', 'a/..', 'a\\..\\b', '%2e%2e', '%2E./x', 'a%2f..'];
	expect([...paths, '', '\0', 'a\r\nb', 'x'.repeat(201)].filter(isIdentifier)).toEqual([]);
});

it('an identifier of an event is no part of other paths', () => {
	const { getEvent, joinEvent, listWishedEvents } = operations;
	const others = [
		'10/participants',
		'10\\wishers',
		'10%2Fwishers',
		'user_wished/7',
		'list',
		'user_created',
		'..',
	];
	expect(others.filter((text) => isIdentifierOf(getEvent, text))).toEqual([]);
	const some = ['2026/4', '10/wishers/1', 'a\\b', 'lists', '10.ics', 'ev%2B7', '$&'];
	expect(some.filter((text) => !isIdentifierOf(getEvent, text))).toEqual([]);
	expect(some.filter((text) => !isIdentifierOf(joinEvent, text))).toEqual([]);
	expect(isIdentifierOf(listWishedEvents, 'list')).toBe(true);
});
