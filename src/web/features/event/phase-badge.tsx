/**
 * "On now", "Open until 18:00" (for exhibitions: a play or a hike isn't open), "Starting soon" or "Ended"; nothing for
 * events that start or open later.
 */
import { createContext, use } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { dailyHours, isOpen, phaseOf, startsSoon } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useFromNow } from '../../shared/now.ts';
import { formatEnd } from '../days/format-when.ts';
import css from './phase-badge.module.css';

const badges = {
	ongoing: { name: () => m.words_now(), className: css.now },
	open: { name: (closes: string) => m.events_open_until({ time: closes }), className: css.now },
	soon: { name: () => m.events_soon(), className: css.soon },
	over: { name: () => m.events_ended(), className: css.over },
} as const;

/** Whether a list's days include today. In another day's list, today's hours would look like those of that day. */
export const IncludesToday = createContext(true);

function badgeOf(event: Event, now: WallClock | null, past: WallClock): keyof typeof badges | null {
	const phase = phaseOf(event, now);
	if (phase === 'upcoming') return startsSoon(event, now) ? 'soon' : null;
	if (phase !== 'ongoing') return phaseOf(event, past) === 'over' ? 'over' : null;
	if (!isOpen(event, now)) return null;
	return event.type === 'exhibition' && dailyHours(event) !== null ? 'open' : 'ongoing';
}

export function PhaseBadge({ event }: { event: Event }) {
	const badge = useFromNow((_now, past, known) => badgeOf(event, known, past));
	const isOtherDay = !use(IncludesToday) && (badge === 'open' || badge === 'ongoing');
	if (badge === null || isOtherDay) return null;
	const { name, className } = badges[badge];
	const closes = dailyHours(event)?.closes ?? event.end;
	return <span className={className}>{name(closes === null ? '' : formatEnd(closes))}</span>;
}
