import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { clusterEvents, placesToShow } from '../../../../src/web/features/map/map-clusters.ts';

const maxZoom = 17;
const world: [number, number, number, number] = [-180, -85, 180, 85];
const at = (id: string, geo: string) => readEvent({ id, geo });

describe('events on a map', () => {
	const events = [at('1', '39.90 116.40'), at('2', '39.91 116.41'), at('3', '31.23 121.47')];

	it('form one cluster within 48 pixels of the map, so that no marker hides the number of another', () => {
		// At zoom 8 a pixel is 360 / (256 * 2 ** 8) degrees of longitude.
		const apart = (pixels: number) =>
			clusterEvents([at('1', '0 0'), at('2', `0 ${(pixels * 360) / (256 * 2 ** 8)}`)], maxZoom)(world, 8)
				.length;
		expect([apart(40), apart(60)]).toEqual([1, 2]);
	});

	it('have a key of their own, which they keep while they stay together', () => {
		const spotsAt = clusterEvents(events, maxZoom);
		expect(spotsAt(world, 6).map(({ key }) => key)).toEqual(spotsAt(world, 7).map(({ key }) => key));
		const [spaced, other] = [
			['1 2', '3'],
			['1', '2 3'],
		].map((ids) =>
			clusterEvents(
				ids.map((id) => at(id, '39.9 116.4')),
				maxZoom,
			)(world, 3),
		);
		expect(spaced?.[0]?.key).not.toBe(other?.[0]?.key);
	});

	it('are not zoomed out to a dot because of one at the other end of the world', () => {
		expect(placesToShow([...events.slice(0, 2), at('4', '-33.9 18.4')])).toEqual([
			[39.9, 116.4],
			[39.91, 116.41],
		]);
		expect(placesToShow([at('1', 'nowhere')])).toEqual([]);
	});
});
