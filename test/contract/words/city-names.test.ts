import { expect, it } from 'vitest';
import { otherNamesOf } from '../../../src/contract/words/city-names.ts';

it('a city has other names only if the list has them, whatever its short name is', () => {
	expect(otherNamesOf('Xi’an')).toContain('sian');
	for (const uid of ['constructor', '__proto__', '']) expect(otherNamesOf(uid)).toEqual([]);
});
