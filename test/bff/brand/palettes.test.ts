import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, daybillPalettes, palettesOf } from '../../../src/bff/brand/palettes.ts';
import { listedTypes } from '../../../src/contract/spec/filters.ts';

const css = readFileSync(path.resolve(import.meta.dirname, '../../../src/web/ui/tokens.css'), 'utf8');

/** The custom properties of Daybill's own colors, by appearance. */
const tokens = new Map(
	[...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map(
		([, name = '', light, dark]) => [name, { light, dark }] as const,
	),
);

it('Daybill’s own palettes match tokens.css, where a brand overrides each color', () => {
	const { light, dark } = daybillPalettes;
	const { focus: lightFocus, ...lightColors } = light;
	const { focus: darkFocus, ...darkColors } = dark;
	const known = Object.entries(lightColors).map(([name, color]) => [
		name,
		{ light: color, dark: darkColors[name as keyof typeof darkColors] },
	]);
	expect(Object.fromEntries(tokens)).toEqual(Object.fromEntries(known));
	// The focus outline uses the accent color.
	expect(css).toMatch(/--focus: var\(--vermilion\);/);
	expect([lightFocus, darkFocus]).toEqual([light.vermilion, dark.vermilion]);
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the colors of a site', () => {
	it('are readable in light and dark mode, on any surface with any accent that passes', () => {
		fc.assert(
			fc.property(hex, hex, (surface, accent) => {
				const problems: string[] = [];
				const { light, dark } = palettesOf({ accent, surface }, problems);
				fc.pre(problems.length === 0);
				for (const palette of [light, dark]) {
					const { ink, faded, vermilion } = palette;
					const texts = [ink, faded, vermilion, ...listedTypes.map((type) => palette[`type-${type}`])];
					for (const on of [palette.paper, palette.sheet])
						for (const text of texts) expect(contrastOf(text, on)).toBeGreaterThanOrEqual(4.5);
					expect(contrastOf(palette['on-vermilion'], palette.vermilion)).toBeGreaterThanOrEqual(4.5);
				}
			}),
		);
	});

	it('are rejected with the failing pair and the contrast that it needs', () => {
		const problems: string[] = [];
		palettesOf(
			{
				accent: '#ff6600',
				surface: '#ffffff',
				text: '#999999',
				focus: '#ffcc99',
				dark: { accent: '#aa3300', surface: '#221100' },
			},
			problems,
		);
		expect(problems).toEqual([
			expect.stringMatching(/^brand\.json: colors\.text: #999999 on the surface #ffffff .* needs 4\.5:1/),
			'brand.json: colors.accent: #ff6600 on the surface #ffffff has a contrast of 2.93:1 and needs 4.5:1; choose a darker accent or another surface',
			expect.stringMatching(/^brand\.json: colors\.focus: #ffcc99 on the surface #ffffff .* needs 3:1/),
			expect.stringMatching(/^brand\.json: colors\.dark\.accent: #aa3300 .*choose a lighter accent/),
		]);
	});

	it('are the same in light and dark mode if the surface is dark, which rules out separate dark colors', () => {
		const colors = { accent: '#8fd3ff', surface: '#0e1422' };
		const { light, dark } = palettesOf(colors, []);
		expect(dark).toBe(light);
		const problems: string[] = [];
		palettesOf({ ...colors, dark: colors }, problems);
		expect(problems).toEqual([expect.stringMatching(/^brand\.json: colors\.dark: .* remove this$/)]);
	});
});
