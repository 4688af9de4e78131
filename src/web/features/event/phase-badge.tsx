/** "On now", "Open until 18:00", "Starting soon" or "Ended"; nothing for events that start or open later. */
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

function badgeOf(event: Event, now: WallClock | null, past: WallClock): keyof typeof badges | null {
	const phase = phaseOf(event, now);
	if (phase === 'upcoming') return startsSoon(event, now) ? 'soon' : null;
	if (phase !== 'ongoing') return phaseOf(event, past) === 'over' ? 'over' : null;
	if (!isOpen(event, now)) return null;
	return dailyHours(event) === null ? 'ongoing' : 'open';
}

export function PhaseBadge({ event }: { event: Event }) {
	const badge = useFromNow((_now, past, known) => badgeOf(event, known, past));
	if (badge === null) return null;
	const { name, className } = badges[badge];
	const closes = dailyHours(event)?.closes ?? event.end;
	return <span className={className}>{name(closes === null ? '' : formatEnd(closes))}</span>;
}
