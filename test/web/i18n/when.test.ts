import { describe, expect, it } from 'vitest';
import { isLongRunning } from '../../../src/contract/filters.ts';
import { dayInWords, daysOf, wallClockMs, whenInWords } from '../../../src/web/i18n/when.ts';

describe('wall-clock times in words', () => {
	it('are not shifted by the zone of the machine', () => {
		expect(wallClockMs('2026-11-21 19:30:00')).toBe(Date.UTC(2026, 10, 21, 19, 30));
		expect(whenInWords('2026-11-21 19:30:00', '2026-11-21 22:00:00', 'en')).toBe('Sat 21 Nov, 19:30 – 22:00');
	});

	it('name both days of an event of several', () => {
		expect(whenInWords('2026-11-21 10:00:00', '2026-11-24 18:00:00', 'en')).toBe(
			'Sat 21 Nov, 10:00 – Tue 24 Nov, 18:00',
		);
		expect(whenInWords('2026-11-01 10:00:00', '2026-11-24 18:00:00', 'en')).toBe('Sun 1 Nov – Tue 24 Nov');
	});

	it('say the year only where the years differ', () => {
		expect(whenInWords('2026-12-30 10:00:00', '2027-02-01 18:00:00', 'en')).toMatch(/2026.*2027/);
	});

	it('say that a night goes on', () => {
		expect(whenInWords('2026-11-21 22:00:00', '2026-11-22 04:00:00', 'en')).toBe(
			'Sat 21 Nov, 22:00, into the night, until 04:00',
		);
	});

	it('admit a time that cannot be read, and leave out an end before the start', () => {
		expect(whenInWords('', '', 'en')).toBe('The time is not known');
		expect(whenInWords('2026-11-21 19:30:00', '2026-11-20 22:00:00', 'en')).toBe('Sat 21 Nov, 19:30');
	});

	it('come in Chinese', () => {
		expect(dayInWords('2026-11-21', 'zh-Hans')).toBe('11月21日周六');
	});
});

describe('the days of an event', () => {
	it('are all from first to last, over the end of a month', () => {
		expect(daysOf('2026-11-29 10:00:00', '2026-12-02 01:00:00')).toEqual([
			'2026-11-29',
			'2026-11-30',
			'2026-12-01',
			'2026-12-02',
		]);
	});

	it('stop at the limit, and are none for times that cannot be read', () => {
		expect(daysOf('2026-01-01 10:00:00', '2030-01-01 10:00:00', 3)).toHaveLength(3);
		expect(daysOf('', '')).toEqual([]);
	});
});

describe('long-running events', () => {
	it('are those over more than seven days', () => {
		expect(isLongRunning('2026-11-01 10:00:00', '2026-11-08 10:00:00')).toBe(false);
		expect(isLongRunning('2026-11-01 10:00:00', '2026-11-08 10:00:01')).toBe(true);
	});
});
