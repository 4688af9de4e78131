import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { daybillPalettes } from '../../../src/bff/brand/palettes.ts';

const css = readFileSync(path.resolve(import.meta.dirname, '../../../src/web/ui/tokens.css'), 'utf8');

/** The custom properties of Daybill's own colours, by appearance. */
const tokens = new Map(
	[...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map(
		([, name = '', light, dark]) => [name, { light, dark }] as const,
	),
);

describe('Daybill’s own palettes', () => {
	it('are those of tokens.css, where a brand overrides each of them', () => {
		const { light, dark } = daybillPalettes;
		const { tints: lightTints, focus: lightFocus, ...lightColors } = light;
		const { tints: darkTints, focus: darkFocus, ...darkColors } = dark;
		const pairs = (one: object, other: object, prefix = '') =>
			Object.entries(one).map(([name, value]) => [
				`${prefix}${name}`,
				{ light: value, dark: (other as Record<string, string>)[name] },
			]);
		const known = Object.fromEntries([
			...pairs(lightColors, darkColors),
			...pairs(lightTints, darkTints, 'type-'),
		]);
		expect(Object.fromEntries(tokens)).toEqual(known);
		// The outline of what has the focus is in the accent.
		expect(css).toMatch(/--focus: var\(--vermilion\);/);
		expect([lightFocus, darkFocus]).toEqual([light.vermilion, dark.vermilion]);
	});
});
