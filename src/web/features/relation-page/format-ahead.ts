import { dayOf, daysBetween, type WallClock, wallClockMs } from '../../../contract/event/wall-clock.ts';
import { formatMinutesAhead } from '../../i18n/relative-time.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The time until a start: `in 3 hours` within a day, otherwise `in 2 days`.
 *
 * @param language BCP 47 tag
 * @returns null if the start time already says it: `Tomorrow, 19:00`
 */
export function formatAhead(time: WallClock, now: WallClock, language: string): string | null {
	const ms = wallClockMs(time) - wallClockMs(now);
	if (ms < dayMs) return formatMinutesAhead(ms / minuteMs, language);
	const days = daysBetween(dayOf(now), dayOf(time));
	return days === 1 ? null : new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
}
