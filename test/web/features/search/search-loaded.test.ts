import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/event.ts';
import { readWallClock } from '../../../../src/contract/event/wall-clock.ts';
import { defaultFilters, type ListFilters } from '../../../../src/contract/paths.ts';
import { searchLoaded } from '../../../../src/web/features/search/search-loaded.ts';

const now = readWallClock('2026-11-21 18:00:00') ?? never();
function never(): never {
	throw new Error('no wall-clock time');
}
const event = (id: string, begin: string, end: string, fields: object = {}) =>
	readEvent({
		id,
		title: 'Jazz night',
		category: 'music',
		begin_time: begin && `${begin}:00`,
		end_time: end && `${end}:00`,
		...fields,
	});
const today = event('today', '2026-11-21 20:00', '2026-11-21 22:00');

const found = (events: ReturnType<typeof event>[], filters: Partial<ListFilters>) =>
	searchLoaded(events, { ...defaultFilters, q: 'jazz', ...filters }, now).map(({ event: { id } }) => id);

describe('the search in the loaded events', () => {
	it('finds every word in title, address or owner, in any case', () => {
		const events = [
			today,
			event('place', '2026-11-21 20:00', '', { title: 'Concert', address: 'Jazz Club' }),
			event('owner', '2026-11-21 20:00', '', { title: 'Concert', owner: { id: '7', name: 'JAZZ Society' } }),
			event('no', '2026-11-21 20:00', '', { title: 'Concert' }),
		];
		expect(found(events, {})).toEqual(['today', 'place', 'owner']);
		expect(found(events, { q: ' NIGHT  jazz ' })).toEqual(['today']);
	});

	it('keeps to the chosen day and type', () => {
		const events = [
			today,
			event('tomorrow', '2026-11-22 20:00', '2026-11-22 22:00'),
			event('film', '2026-11-21 20:00', '2026-11-21 22:00', { category: 'film' }),
		];
		expect(found(events, {})).toEqual(['today', 'film']);
		expect(found(events, { dayType: 'tomorrow' })).toEqual(['tomorrow']);
		expect(found(events, { type: 'music', dayType: 'future' })).toEqual(['today', 'tomorrow']);
	});

	it('leaves out events that are over, and keeps those that have begun and have no end', () => {
		const events = [
			event('over', '2026-11-21 10:00', '2026-11-21 12:00'),
			event('running', '2026-11-21 17:00', ''),
		];
		expect(found(events, {})).toEqual(['running']);
		expect(found(events, { dayType: 'future' })).toEqual(['running']);
	});
});
