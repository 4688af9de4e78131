import { expect, it } from 'vitest';
import { editDistance } from '../../../src/contract/words/edit-distance.ts';

it.each([
	['', '', 0],
	['jazz', 'jazz', 0],
	['jaz', 'jazz', 1],
	['jazzz', 'jazz', 1],
	['jass', 'jazz', 2],
	['nigth', 'night', 1],
	['festivla', 'festival', 1],
	['swinng socail', 'swing social', 2],
	['karaoke', 'kara', 3],
	['abcdef', 'fedcba', 5],
])('the distance from “%s” to “%s” is %i, and at most 3 up to a limit of 2', (from, to, distance) => {
	expect(editDistance(from, to, 2)).toBe(Math.min(distance, 3));
	expect(editDistance(to, from, 2)).toBe(Math.min(distance, 3));
	expect(editDistance(from, to, 100)).toBe(distance);
});
