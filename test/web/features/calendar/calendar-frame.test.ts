import { expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import type { Day } from '../../../../src/contract/event/wall-clock.ts';
import { barsOf } from '../../../../src/web/features/calendar/calendar-frame.tsx';
import { weekFrom } from '../../../../src/web/features/days/month-days.ts';

it('an event that lasts several days has a bar in each week, cut off at its edges', () => {
	const events = [
		readEvent({ id: '1', begin_time: '2026-11-14 10:00:00', end_time: '2026-11-17 18:00:00' }),
		readEvent({ id: '2', begin_time: '2026-11-17 10:00:00', end_time: '2026-11-17 18:00:00' }),
	];
	const barsIn = (monday: string) => barsOf(weekFrom(monday as Day), events);
	expect(barsIn('2026-11-16')).toMatchObject([{ event: { id: '1' }, from: 1, span: 2 }]);
	expect(barsIn('2026-11-09')).toMatchObject([{ event: { id: '1' }, from: 6, span: 2 }]);
	expect(barsIn('2026-11-23')).toEqual([]);
});
