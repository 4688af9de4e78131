import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { barsOf } from '../../../../src/web/features/calendar/calendar-frame.tsx';
import { weekFrom } from '../../../../src/web/features/days/month-days.ts';

const event = (id: string, begin: string, end: string) =>
	readEvent({ id, begin_time: `${begin}:00`, end_time: end === '' ? '' : `${end}:00` });

const day = (text: string) => text as Day;

describe('bars of events that last several days', () => {
	const week = weekFrom(day('2026-11-16'));

	it('are cut off at the edges of the week', () => {
		const { bars } = barsOf(week, [event('1', '2026-11-14 10:00', '2026-11-17 18:00')], 3);
		expect(bars).toMatchObject([{ from: 1, span: 2, lane: 0 }]);
	});

	it('share a lane where they can, and those without a lane are counted', () => {
		const { bars, left } = barsOf(
			week,
			[
				event('1', '2026-11-16 10:00', '2026-11-18 18:00'),
				event('2', '2026-11-17 10:00', '2026-11-19 18:00'),
				event('3', '2026-11-19 10:00', '2026-11-20 18:00'),
				event('4', '2026-11-18 10:00', '2026-11-20 18:00'),
			],
			2,
		);
		expect(bars.map(({ event: { id }, lane }) => [id, lane])).toEqual([
			['1', 0],
			['2', 1],
			['3', 0],
		]);
		expect(left).toBe(1);
	});
});
