import { expect, it } from 'vitest';
import { gaps } from '../../src/contract/spec/gaps.ts';
import { variants } from './variants/all.ts';

const filled = variants.flatMap((variant) => variant.gaps);

it.each(gaps.map(({ id }) => id))(
	'a simulated service fills the gap %s in another way than the sandbox',
	(id) => {
		expect(filled).toContain(id);
	},
);

it('simulated services name only gaps of the register', () => {
	const known = gaps.map(({ id }) => id);
	expect(filled.filter((id) => !known.includes(id))).toEqual([]);
});
