import { expect, it } from 'vitest';
import { initialsOf } from '../../../src/contract/event/initials.ts';

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
])('the initials of a title of %j are %j', (title, initials) => {
	expect(initialsOf(title)).toBe(initials);
});
