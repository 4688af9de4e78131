import { expect, it } from 'vitest';
import { nameOfType } from '../../../../src/web/features/lists/list-names.tsx';

it('shows a type that the specification does not list as the service sends it', () => {
	expect(nameOfType('music')).toBe('Music');
	for (const type of ['course', 'constructor', 'toString', '__proto__', ''])
		expect(nameOfType(type)).toBe(type);
});
