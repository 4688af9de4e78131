import { describe, expect, it } from 'vitest';
import { initialsOf } from '../../../src/contract/event/initials.ts';

describe('the initials of a title', () => {
	it.each([
		['Late set: Blue Alley Five', 'LS'],
		['Vinyl', 'V'],
		['“夜航”读书会', '夜航'],
		['话剧《雷雨之后》', '话剧'],
		['1978 all night', '1A'],
		['élan vital', 'ÉV'],
		['𠮷野家之夜', '𠮷野'],
		['🎉🎉', ''],
		['', ''],
		[`${' '.repeat(5_000)}x`, ''],
	])('of %j are %j', (title, initials) => {
		expect(initialsOf(title)).toBe(initials);
	});
});
