/** "On now", "Starting soon" and "Ended" beside an event; nothing for what is still to come later. */
import { m } from '../../i18n/generated/messages.js';
import type { Phase } from '../../i18n/now.ts';
import css from './phase-badge.module.css';

export function PhaseBadge({ phase, isSoon = false }: { phase: Phase | null; isSoon?: boolean }) {
	if (phase === 'now') return <span className={css.now}>{m.events_now()}</span>;
	if (isSoon) return <span className={css.soon}>{m.discover_soon()}</span>;
	return phase === 'over' ? <span className={css.over}>{m.events_ended()}</span> : null;
}
