import { expect, it, onTestFinished } from 'vitest';
import type { WallClock } from '../../../../src/contract/event/wall-clock.ts';
import { formatAhead } from '../../../../src/web/features/relation-page/person-agenda.tsx';
import { loadMessages } from '../../../../src/web/i18n/messages.ts';

const ahead = (time: string) =>
	formatAhead(`2026-11-${time}` as WallClock, '2026-11-22 14:00:00' as WallClock);

it.each([
	['22 14:00:30', 'in 1 minute'],
	// Up to 90 minutes: rounding to hours would be too coarse.
	['22 15:00:00', 'in 60 minutes'],
	['22 15:30:00', 'in 90 minutes'],
	// Then in half hours, never later than the event.
	['22 15:59:00', 'in 1.5 hours'],
	['22 16:59:00', 'in 2.5 hours'],
	['22 17:59:00', 'in 3 hours'],
	['23 13:00:00', 'in 23 hours'],
	// The date already says “Tomorrow”.
	['23 14:00:00', null],
	['23 23:59:00', null],
	['24 00:30:00', 'in 2 days'],
])('the next event, on the %s, is %s', (time, text) => expect(ahead(time)).toBe(text));

it('the time until the next event is in the language of the reader', async () => {
	onTestFinished(() => loadMessages('en'));
	await loadMessages('zh-Hans');
	expect(ahead('22 15:40:00')).toBe('1.5小时后');
});
