/** "On now" and "Ended" beside an event; nothing for what is still to come. */
import { m } from '../../i18n/generated/messages.js';
import type { Phase } from '../../i18n/now.ts';
import css from './phase-badge.module.css';

export function PhaseBadge({ phase }: { phase: Phase | null }) {
	if (phase === 'now') return <span className={css.now}>{m.events_now()}</span>;
	return phase === 'over' ? <span className={css.over}>{m.events_ended()}</span> : null;
}
