import { expect, it } from 'vitest';
import type { WallClock } from '../../../src/contract/event/wall-clock.ts';
import { formatStart } from '../../../src/contract/words/format-start.ts';

it('the start of an event includes the year, and 24 hours', () => {
	const afternoon = '2026-11-21 14:05:00' as WallClock;
	expect(formatStart(afternoon, 'en')).toBe('Sat, 21 Nov 2026, 14:05');
	expect(formatStart(afternoon, 'zh-Hans')).toContain('2026年11月21日');
});
