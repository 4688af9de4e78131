import { describe, expect, it } from 'vitest';
import { distanceInKm } from '../../../../src/contract/event/distance.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { sortEvents } from '../../../../src/web/features/city-list/sorted-list.tsx';

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const beijing = { latitude: 39.9, longitude: 116.4 };

describe('the order of a list', () => {
	it('by interest counts participants and interested people', () => {
		const event = (id: string, participant_count: number, wisher_count: number) =>
			readEvent({ id, participant_count, wisher_count });
		expect(ids(sortEvents([event('1', 1, 1), event('2', 0, 9), event('3', 1, 1)], 'interest', null))).toEqual(
			['2', '1', '3'],
		);
	});

	it('by distance puts events without a location last, and changes nothing while the user’s location is unknown', () => {
		const events = [
			readEvent({ id: 'nowhere' }),
			readEvent({ id: 'far', geo: '31.23 121.47' }),
			readEvent({ id: 'here', geo: '39.9 116.4' }),
			readEvent({ id: 'no', geo: '0 0' }),
		];
		expect(ids(sortEvents(events, 'near', beijing))).toEqual(['here', 'far', 'nowhere', 'no']);
		expect(ids(sortEvents(events, 'near', null))).toEqual(ids(events));
	});

	it('measures the distance between cities', () => {
		expect(distanceInKm(beijing, { latitude: 31.23, longitude: 121.47 })).toBeCloseTo(1_067, -1);
	});
});
