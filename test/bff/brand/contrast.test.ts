import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	contrastOf,
	fromOklch,
	nearestReadable,
	readableOn,
	toOklch,
} from '../../../src/bff/brand/contrast.ts';
import { palettesOf } from '../../../src/bff/brand/palettes.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast (WCAG 2.2 §1.4.3)', () => {
	it('is what others compute', () => {
		expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
		expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
		expect(contrastOf('#ff6600', '#ffffff')).toBeCloseTo(2.94, 2);
	});

	it('of black or white on any colour is enough for text', () => {
		fc.assert(fc.property(hex, (color) => contrastOf(readableOn(color), color) >= 4.5));
	});

	it('survives the way to OKLCH and back', () => {
		fc.assert(fc.property(hex, (color) => fromOklch(toOklch(color)) === color));
	});
});

describe('the nearest colour that is easy to read', () => {
	it('is the colour itself where it is', () => {
		expect(nearestReadable('#0b5d51', ['#ffffff'], 4.5)).toBe('#0b5d51');
	});

	it('has the contrast on any surface, and no nearer lightness on the same side has', () => {
		fc.assert(
			fc.property(hex, hex, (color, surface) => {
				const found = nearestReadable(color, [surface], 4.5);
				if (found === null) return false;
				if (contrastOf(found, surface) < 4.5) return false;
				const [from, to] = [toOklch(color).l, toOklch(found).l];
				if (Math.abs(from - to) < 0.02) return true;
				const nearer = { ...toOklch(color), l: to + Math.sign(from - to) * 0.015 };
				return contrastOf(fromOklch(nearer), surface) < 4.6;
			}),
			{ numRuns: 30 },
		);
	});
});

describe('the colours of a site', () => {
	const textPairs = (palette: ReturnType<typeof palettesOf>['palettes']['light']) =>
		[palette.ink, palette.faded, palette.vermilion, ...Object.values(palette.tints)].flatMap((text) =>
			[palette.paper, palette.sheet].map((surface) => contrastOf(text, surface)),
		);

	it('can all be read, by day and by night, on any surface with any accent that passes', () => {
		fc.assert(
			fc.property(hex, hex, (surface, wanted) => {
				const sheet = palettesOf({ accent: '#000000', surface }, []).palettes.light.sheet;
				const accent = nearestReadable(wanted, [surface, sheet], 4.5);
				// A surface in the middle can be one on whose sheet only the other end can be read.
				if (accent === null) return true;
				const problems: string[] = [];
				const { palettes } = palettesOf({ accent, surface }, problems);
				const isReadable = [palettes.light, palettes.dark].every(
					(palette) =>
						Math.min(...textPairs(palette)) >= 4.4 &&
						contrastOf(palette['on-vermilion'], palette.vermilion) >= 4.5,
				);
				return problems.length === 0 && isReadable;
			}),
			// White is easier to read on this surface, and black on its sheet.
			{ numRuns: 12, examples: [['#487d7d', '#000000']] },
		);
	});

	it('are rejected with the pair and the nearest colour that passes', () => {
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
			'brand.json: colors.accent: #ff6600 on the surface #ffffff has a contrast of 2.93:1 and needs 4.5:1; the nearest that has is #d64300',
			expect.stringMatching(/^brand\.json: colors\.focus: #ffcc99 on the surface #ffffff .* needs 3:1/),
			expect.stringMatching(/^brand\.json: colors\.dark\.accent: #aa3300 on the surface #221100/),
		]);
	});

	it('are the same by day and by night where the surface is dark, which then needs no dark ones', () => {
		const dark = { accent: '#8fd3ff', surface: '#0e1422' };
		const { palettes, isAlwaysDark } = palettesOf(dark, []);
		expect(isAlwaysDark).toBe(true);
		expect(palettes.dark).toBe(palettes.light);
		const problems: string[] = [];
		palettesOf({ ...dark, dark }, problems);
		expect(problems).toEqual([expect.stringMatching(/^brand\.json: colors\.dark: .* leave this out$/)]);
	});
});
