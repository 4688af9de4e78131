import { expect, it } from 'vitest';
import type { WallClock } from '../../../src/contract/event/wall-clock.ts';
import { formatStart } from '../../../src/contract/words/format-start.ts';

it('the start of an event includes the year, and uses the clock of the reader', () => {
	const afternoon = '2026-11-21 14:05:00' as WallClock;
	const midnight = '2026-11-21 00:30:00' as WallClock;
	expect(formatStart(afternoon, 'en')).toBe('Sat, 21 Nov 2026, 14:05');
	expect(formatStart(afternoon, 'en', 'h12')).toBe('Sat, 21 Nov 2026, 2:05\u00a0PM');
	expect(formatStart(midnight, 'en', 'h12')).toBe('Sat, 21 Nov 2026, 12:30\u00a0AM');
	expect(formatStart(afternoon, 'zh-Hans', 'h12')).toContain('下午');
});
