import { describe, expect, it } from 'vitest';
import { clusterEvents, placesToShow } from '../../../../src/web/features/discover/map-clusters.ts';
import { readEvent } from '../../../../src/web/features/events/event-view.ts';

const largestZoom = 17;
const world: [number, number, number, number] = [-180, -85, 180, 85];
const at = (id: string, geo: string) => readEvent({ id, geo });

describe('events on a map', () => {
	const events = [at('1', '39.90 116.40'), at('2', '39.91 116.41'), at('3', '31.23 121.47')];

	it('are one cluster where they are too close to tell apart, and single ones further in', () => {
		const spotsAt = clusterEvents(events, largestZoom);
		const far = spotsAt(world, 8);
		expect(far.map((spot) => spot.events.map(({ id }) => id).toSorted())).toContainEqual(['1', '2']);
		const opensAt = far.find((spot) => spot.events.length === 2)?.opensAt ?? 0;
		expect(spotsAt(world, opensAt).map((spot) => spot.events.length)).toEqual([1, 1, 1]);
	});

	it('at one and the same place never fall apart, and say so', () => {
		const same = clusterEvents([at('1', '39.9 116.4'), at('2', '39.9 116.4')], largestZoom);
		const [spot] = same(world, largestZoom);
		expect(spot).toMatchObject({ opensAt: null, key: '1 2' });
		expect(same(world, 3)[0]?.opensAt).toBeNull();
	});

	it('keep their key while they stay together', () => {
		const spotsAt = clusterEvents(events, largestZoom);
		expect(spotsAt(world, 6).map(({ key }) => key)).toEqual(spotsAt(world, 7).map(({ key }) => key));
	});

	it('do not make the city a dot for one that is at the other end of the world', () => {
		expect(placesToShow([...events.slice(0, 2), at('4', '-33.9 18.4')])).toEqual([
			[39.9, 116.4],
			[39.91, 116.41],
		]);
		expect(placesToShow([at('1', 'nowhere')])).toEqual([]);
	});
});
