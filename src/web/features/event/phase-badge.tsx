/** "On now", "Starting soon" or "Ended"; nothing for events that start later. */
import type { Event } from '../../../contract/event/event.ts';
import { phaseOf, startsSoon } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { useFromNow } from '../../shared/now.ts';
import css from './phase-badge.module.css';

const badges = {
	ongoing: { name: () => m.words_now(), className: css.now },
	soon: { name: () => m.events_soon(), className: css.soon },
	over: { name: () => m.events_ended(), className: css.over },
} as const;

function badgeOf(event: Event, now: WallClock): keyof typeof badges | null {
	const phase = phaseOf(event, now);
	if (phase === 'upcoming') return startsSoon(event, now) ? 'soon' : null;
	return phase;
}

export function PhaseBadge({ event }: { event: Event }) {
	const badge = useFromNow((now) => badgeOf(event, now));
	if (badge === null) return null;
	const { name, className } = badges[badge];
	return <span className={className}>{name()}</span>;
}
