import { describe, expect, it } from 'vitest';
import { distanceInKm } from '../../../../src/contract/event/distance.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { sortEvents } from '../../../../src/web/features/city-list/sorted-list.tsx';

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const beijing = { latitude: 39.9, longitude: 116.4 };

describe('the order of a list', () => {
	it('by start puts events that run for weeks after the rest, by their end, and events without a time last', () => {
		const event = (id: string, begin_time: string, end_time: string) =>
			readEvent({ id, begin_time, end_time });
		const events = [
			event('long', '2026-10-01 10:00:00', '2027-01-01 18:00:00'),
			event('unknown', '', ''),
			event('late', '2026-11-22 10:00:00', '2026-11-22 12:00:00'),
			event('shorter', '2026-11-01 10:00:00', '2026-12-01 18:00:00'),
			event('early', '2026-11-21 10:00:00', '2026-11-21 12:00:00'),
		];
		expect(ids(sortEvents(events, 'start', null))).toEqual(['early', 'late', 'shorter', 'long', 'unknown']);
		expect(ids(sortEvents(events, 'listed', null))).toEqual(ids(events));
	});

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
