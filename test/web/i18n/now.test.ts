import { describe, expect, it } from 'vitest';
import { phaseOf, wallClock } from '../../../src/web/i18n/now.ts';

describe('the present as a wall-clock time', () => {
	it('is written in the zone of the service, where one is set', () => {
		const now = new Date('2026-11-21T20:30:00Z');
		expect(wallClock(now, 'Asia/Shanghai')).toBe('2026-11-22 04:30:00');
		expect(wallClock(now, 'America/New_York')).toBe('2026-11-21 15:30:00');
	});
});

describe('where the present stands to an event', () => {
	const event = { begin: '2026-11-21 19:00:00', end: '2026-11-21 22:00:00' };
	it('is unknown in the first render', () => {
		expect(phaseOf(event, null)).toBeNull();
	});
	it('is before, within, or after', () => {
		expect(phaseOf(event, '2026-11-21 18:59:59')).toBe('coming');
		expect(phaseOf(event, '2026-11-21 19:00:00')).toBe('now');
		expect(phaseOf(event, '2026-11-21 22:00:00')).toBe('now');
		expect(phaseOf(event, '2026-11-21 22:00:01')).toBe('over');
	});
	it('goes by the start when there is no end', () => {
		expect(phaseOf({ begin: event.begin, end: '' }, '2026-11-21 19:00:01')).toBe('over');
	});
	it('is unknown for an event without times', () => {
		expect(phaseOf({ begin: '', end: '' }, '2026-11-21 19:00:01')).toBeNull();
	});
});
