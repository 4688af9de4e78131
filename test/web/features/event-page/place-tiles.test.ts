import { describe, expect, it } from 'vitest';
import { tilesAround } from '../../../../src/web/features/event-page/place-tiles.ts';

const template = 'https://{s}.tile.example/{z}/{x}/{y}{r}.png?{key}';

describe('the tiles of a location', () => {
	it('cover the box, with the location in the center', () => {
		for (const [latitude, longitude] of [
			[39.9087, 116.3975],
			[-33.86, 151.2],
			[0, 0],
			[51.5, -0.12],
		] as const) {
			const tiles = tilesAround({ latitude, longitude }, template, 640, 220);
			expect(tiles.length).toBeLessThanOrEqual(8);
			expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(-320);
			expect(Math.max(...tiles.map(({ left }) => left + 256))).toBeGreaterThanOrEqual(320);
			expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(-110);
			expect(Math.max(...tiles.map(({ top }) => top + 256))).toBeGreaterThanOrEqual(110);
		}
	});

	it('have the URLs that map servers use', () => {
		const [tile] = tilesAround({ latitude: 39.9087, longitude: 116.3975 }, template, 1, 1);
		expect(tile?.url).toBe('https://a.tile.example/16/53957/24832.png?{key}');
	});

	it('continue across the date line, and end at the poles', () => {
		const urls = tilesAround({ latitude: 0, longitude: 179.9999 }, template, 300, 10).map(({ url }) => url);
		expect(urls.some((url) => url.includes('/16/0/'))).toBe(true);
		expect(urls.some((url) => url.includes('/16/65535/'))).toBe(true);
		for (const latitude of [90, -90]) {
			const rows = tilesAround({ latitude, longitude: 0 }, template, 300, 600).map(({ url }) =>
				Number(/\/16\/\d+\/(\d+)\.png/.exec(url)?.[1]),
			);
			expect(rows).not.toEqual([]);
			expect(rows.filter((row) => !(row < 2 ** 16))).toEqual([]);
		}
	});
});
