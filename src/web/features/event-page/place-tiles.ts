/** Map tiles around a place: 256 pixels, Web Mercator. */
import type { Geo } from '../../../contract/event/fields.ts';

const tileSize = 256;
/** Detailed enough for street names. */
const zoom = 16;
/** Limit of the Web Mercator projection. */
const maxLatitude = 85.05;

export interface PlaceTile {
	url: string;
	/** Distance in pixels from the center to the tile's left edge. */
	left: number;
	top: number;
}

/**
 * The tiles of a box with a place at its center.
 *
 * @param template URL with `{z}`, `{x}`, `{y}`, and optionally `{s}` and `{r}`
 * @param width of the box in pixels
 * @param height of the box in pixels
 */
export function tilesAround(
	{ latitude, longitude }: Geo,
	template: string,
	width: number,
	height: number,
): PlaceTile[] {
	const count = 2 ** zoom;
	const radians = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
	const x = ((longitude + 180) / 360) * count * tileSize;
	const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count * tileSize;
	const range = (middle: number, size: number) => {
		const first = Math.floor((middle - size / 2) / tileSize);
		const last = Math.floor((middle + size / 2) / tileSize);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	};
	const urlOf = (column: number, row: number) => {
		const values: Record<string, string | number> = {
			z: zoom,
			x: (column + count) % count,
			y: row,
			s: 'a',
			r: '',
		};
		return template.replaceAll(/\{(\w)\}/g, (place, name: string) => String(values[name] ?? place));
	};
	return range(y, height)
		.filter((row) => row >= 0 && row < count)
		.flatMap((row) =>
			range(x, width).map((column) => ({
				url: urlOf(column, row),
				left: Math.round(column * tileSize - x),
				top: Math.round(row * tileSize - y),
			})),
		);
}
