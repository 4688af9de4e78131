import { afterEach, describe, expect, it } from 'vitest';
import type { WallClock } from '../../../../src/contract/event/wall-clock.ts';
import { formatAhead } from '../../../../src/web/features/relation-page/person-agenda.tsx';
import { loadMessages } from '../../../../src/web/i18n/messages.ts';

afterEach(() => loadMessages('en'));

const now = '2026-11-22 14:00:00' as WallClock;
const ahead = (time: string) => formatAhead(time as WallClock, now);

describe('the time until the next event', () => {
	it('is in minutes and hours within a day', () => {
		expect(ahead('2026-11-22 14:20:00')).toBe('in 20 minutes');
		expect(ahead('2026-11-22 19:00:00')).toBe('in 5 hours');
		expect(ahead('2026-11-23 13:00:00')).toBe('in 23 hours');
	});

	it('is in minutes up to 90, because rounding to hours would be too coarse', () => {
		expect(ahead('2026-11-22 14:00:30')).toBe('in 1 minute');
		expect(ahead('2026-11-22 15:00:00')).toBe('in 60 minutes');
		expect(ahead('2026-11-22 15:29:00')).toBe('in 89 minutes');
		expect(ahead('2026-11-22 15:30:00')).toBe('in 90 minutes');
	});

	it('is in half hours up to three hours, then in hours, and never later than the event', () => {
		expect(ahead('2026-11-22 15:31:00')).toBe('in 1.5 hours');
		expect(ahead('2026-11-22 15:59:00')).toBe('in 1.5 hours');
		expect(ahead('2026-11-22 16:29:00')).toBe('in 2 hours');
		expect(ahead('2026-11-22 16:59:00')).toBe('in 2.5 hours');
		expect(ahead('2026-11-22 17:59:00')).toBe('in 3 hours');
	});

	it('is in the language of the reader', async () => {
		await loadMessages('zh-Hans');
		expect(ahead('2026-11-22 15:40:00')).toBe('1.5小时后');
	});

	it('is omitted a day ahead or more, when the date already says Tomorrow', () => {
		expect(ahead('2026-11-23 14:00:00')).toBeNull();
		expect(ahead('2026-11-23 19:00:00')).toBeNull();
		expect(ahead('2026-11-23 23:59:00')).toBeNull();
	});

	it('is in calendar days after that', () => {
		expect(ahead('2026-11-24 00:30:00')).toBe('in 2 days');
		expect(ahead('2026-11-25 23:00:00')).toBe('in 3 days');
	});
});
