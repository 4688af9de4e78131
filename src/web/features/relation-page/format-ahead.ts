import { dayOf, daysBetween, type WallClock, wallClockMs } from '../../../contract/event/wall-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How far ahead a time is, beside the time itself: `in 3 hours` within a day, else `in 2 days`.
 *
 * @param language as a BCP 47 tag
 * @returns null where the time says it already: `Tomorrow, 19:00`
 */
export function formatAhead(time: WallClock, now: WallClock, language: string): string | null {
	const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
	const ms = wallClockMs(time) - wallClockMs(now);
	if (ms >= dayMs) {
		const days = daysBetween(dayOf(now), dayOf(time));
		return days === 1 ? null : format.format(days, 'day');
	}
	return ms >= hourMs
		? format.format(Math.round(ms / hourMs), 'hour')
		: format.format(Math.max(1, Math.round(ms / minuteMs)), 'minute');
}
