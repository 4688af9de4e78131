import { describe, expect, it } from 'vitest';
import { readWallClock } from '../../../../src/contract/event/wall-clock.ts';
import { shownFront } from '../../../../src/web/features/front-page/front-rows.tsx';
import { publicEvent } from '../../../bff/public-event.ts';

const event = (begin: string, end: string) =>
	publicEvent({ begin_time: `2026-${begin}:00`, end_time: `2026-${end}:00` });
const afternoon = event('11-20 15:00', '11-20 17:00');
const evening = event('11-20 20:00', '11-20 22:00');
const weeks = event('10-01 10:00', '12-31 18:00');

describe('a front page made a while ago', () => {
	const front = {
		today: [afternoon, evening],
		weekend: [evening],
		popular: [afternoon],
		upcoming: [evening],
		running: [weeks],
	};

	it('shows only what is on or still ahead', () => {
		const later = readWallClock('2026-11-20 18:00:00');
		expect(shownFront(front, later)).toEqual({ ...front, today: [evening], popular: [], running: [weeks] });
		const begun = readWallClock('2026-11-20 16:00:00');
		expect(shownFront(front, begun)).toEqual(front);
		const none = { today: [], weekend: [], popular: [], upcoming: [] };
		expect(shownFront(front, readWallClock('2026-11-21 08:00:00'))).toEqual({ ...none, running: [weeks] });
		const dayBefore = readWallClock('2026-11-19 16:00:00');
		expect(shownFront({ ...front, today: [evening] }, dayBefore).today).toEqual([]);
	});

	it('shows everything while the time is unknown', () => {
		expect(shownFront(front, null)).toEqual(front);
	});
});
