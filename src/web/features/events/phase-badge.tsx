/** "On now", "Starting soon" and "Ended" beside an event; nothing for what is still to come later. */
import { m } from '../../i18n/generated/messages.js';
import { phaseOf, startsSoon, useFromNow } from '../../i18n/now.ts';
import type { EventView } from './event-view.ts';
import css from './phase-badge.module.css';

const badges = {
	now: { name: m.events_now, className: css.now },
	soon: { name: m.discover_soon, className: css.soon },
	over: { name: m.events_ended, className: css.over },
} as const;

function badgeOf(event: EventView, now: string | null): keyof typeof badges | null {
	const phase = phaseOf(event, now);
	if (phase === 'coming') return startsSoon(event, now) ? 'soon' : null;
	return phase;
}

export function PhaseBadge({ event }: { event: EventView }) {
	const badge = useFromNow((now) => badgeOf(event, now));
	if (badge === null) return null;
	const { name, className } = badges[badge];
	return <span className={className}>{name()}</span>;
}
